import type { FieldError, Problem } from './types.ts';

/** The same symbol in every realm and in every copy of this package. */
const BRAND = Symbol.for('@smartlink/client');

/** What is known about an error besides its code and its detail. */
export interface ErrorFacts {
  readonly status?: number;
  readonly problem?: Partial<Problem>;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The error that this package rejects with, except for the reason of your own signal and errors of your own
 * code. Decide by `code`; a code that this version does not know is a plain `SmartlinkError`.
 */
export class SmartlinkError<Code extends string = string> extends Error {
  /** A stable identifier for programs: `'not_found'`. */
  declare readonly code: Code;
  /** The HTTP status; 0 without a response. */
  declare readonly status: number;
  /** What is wrong, as text for developers. The `message` is the same. */
  declare readonly detail: string;
  /** Every issue of the input, each with a JSON pointer; otherwise empty. */
  declare readonly errors: readonly FieldError[];
  /** The id of the request in the log of the service. */
  declare readonly requestId?: string;
  /** Whether the same call can succeed later. If not, change the call or what it refers to. */
  declare readonly retryable: boolean;
  /** How long the service asks to wait, in seconds. */
  declare readonly retryAfterSeconds?: number;
  /** The underlying error. */
  declare readonly cause?: unknown;

  constructor(code: Code, detail: string, facts: ErrorFacts = {}) {
    const { status = 0, problem = {}, retryAfterSeconds, cause } = facts;
    const { request_id, redemptions, redeem_limit } = problem;
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    super(detail);
    // 2xx and 3xx occur if the response could not be read.
    const passing = status < 400 || status === 408 || status === 429 || status >= 500;
    const retryable = status ? passing : code === 'network_error';
    Object.assign(
      this,
      { code, status, detail, errors, retryable },
      request_id && { requestId: request_id },
      retryAfterSeconds !== undefined && { retryAfterSeconds },
      cause && { cause },
      // Only for `redeem_limit_reached`.
      redeem_limit && { redemptions, redeemLimit: redeem_limit },
    );
  }
}
Object.assign(SmartlinkError.prototype, { [BRAND]: true });
named(SmartlinkError, 'SmartlinkError');

/** Whether it is a {@link SmartlinkError}, from any realm or copy of this package. */
export function isBranded(error: unknown): error is SmartlinkError {
  return BRAND in Object(error);
}

/** Minifiers rename classes. */
function named(kind: { prototype: Error }, value: string): void {
  kind.prototype.name = value;
  Object.defineProperty(kind, 'name', { value });
}

/** The class of errors with one code. */
export type ErrorKind<Code extends string, Own = unknown> = new (
  detail: string,
  facts?: ErrorFacts,
) => SmartlinkError<Code> & Own;

/** Creates the class of one code: `not_found` becomes `NotFoundError`, unless `name` differs. */
export function kindOf<Code extends string, Own>(
  code: Code,
  name = code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase()),
): ErrorKind<Code, Own> {
  class Kind extends SmartlinkError<Code> {
    constructor(detail: string, facts?: ErrorFacts) {
      super(code, detail, facts);
    }
  }
  named(Kind, `${name}Error`);
  return Kind as unknown as ErrorKind<Code, Own>;
}
