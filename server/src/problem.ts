import type { Issue, Refused } from './domain/text/issue.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

/** Additional data of a problem. */
export interface ProblemDetails {
  readonly issues?: readonly Issue[] | undefined;
  /** Further members of the document, by the names that the API uses. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** An error for the caller, with a documented code. Any other error is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly issues: readonly Issue[] | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.issues = details.issues;
    this.members = details.members;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Throws a documented error. */
export function fail(code: ProblemCode, detail: string, details?: ProblemDetails): never {
  throw new Problem(code, detail, details);
}

/** Throws `validation_failed` with all errors of an input. */
export function refuse(issues: readonly Issue[]): never {
  throw refusal(issues);
}

/** Returns what was read of an input. Throws `validation_failed` if it has errors. */
export function orRefuse<Result extends object>(result: Result | Refused): Result {
  return 'issues' in result ? refuse(result.issues) : result;
}

/** A `validation_failed` with all errors of an input. */
export function refusal(issues: readonly Issue[]): Problem {
  const [first] = issues;
  const what =
    issues.length === 1
      ? `${first?.pointer || 'The body'} ${first?.detail}`
      : `${issues.length} errors; see errors`;
  return new Problem('validation_failed', what.endsWith('?') ? what : `${what}.`, { issues });
}
