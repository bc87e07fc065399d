import type { Fault, Problem } from './types.ts';

/** The same in every realm and in every copy of this package. */
const BRAND = Symbol.for('@smartlink/client');

/** What is known of an error besides its code and its words. */
export interface ErrorFacts {
  readonly status?: number;
  readonly problem?: Partial<Problem>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * Everything that this package rejects with, but for two things: the reason of your own signal, and
 * what your own code throws. Decide by `code`; a code that this version does not know comes as a
 * `SmartlinkError` itself.
 */
export class SmartlinkError<Code extends string = string> extends Error {
  /** The stable word for programs: `'not_found'`. */
  declare readonly code: Code;
  /** The HTTP status; 0 where no answer came. */
  declare readonly status: number;
  /** What is wrong, for people. The `message` is the same. */
  declare readonly detail: string;
  /** Every fault of an input, each with a JSON pointer; else empty. */
  declare readonly errors: readonly Fault[];
  /** Stands in the log of the service too. */
  declare readonly requestId?: string;
  /** May the same call fare better later, as it is? Else the call, or what it asks for, has to change. */
  declare readonly retryable: boolean;
  /** How long the service asks to wait. */
  declare readonly retryAfterSeconds?: number;
  /** The error behind this one. */
  declare readonly cause?: unknown;

  constructor(code: Code, detail: string, facts: ErrorFacts = {}) {
    const { status = 0, problem = {}, retryAfterSeconds, cause } = facts;
    const { request_id, redemptions, redeem_limit } = problem;
    const errors = Array.isArray(problem.errors) ? problem.errors : [];
    super(detail);
    // 2xx and 3xx come here when they could not be read.
    const passing = status < 400 || status === 408 || status === 429 || status >= 500;
    const retryable = status ? passing : code === 'network_error';
    Object.assign(this, { code, status, detail, errors, retryable });
    if (request_id) this.requestId = request_id;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
    if (cause) this.cause = cause;
    // Of `redeem_limit_reached` alone.
    if (redeem_limit) Object.assign(this, { redemptions, redeemLimit: redeem_limit });
  }
}
Object.assign(SmartlinkError.prototype, { [BRAND]: true });
named(SmartlinkError, 'SmartlinkError');

/** Is it a {@link SmartlinkError}, of whatever realm and whatever copy of this package? */
export function isBranded(error: unknown): error is SmartlinkError {
  return BRAND in Object(error);
}

/** Gives a class its name, which a minifier would take away. */
function named(kind: { prototype: Error }, value: string): void {
  kind.prototype.name = value;
  Object.defineProperty(kind, 'name', { value });
}

/** The class of the errors with one code. */
export type ErrorKind<Code extends string, Own = unknown> = new (
  detail: string,
  facts?: ErrorFacts,
) => SmartlinkError<Code> & Own;

/** Makes the class of one code: `not_found` becomes `NotFoundError`, unless `name` is another. */
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
