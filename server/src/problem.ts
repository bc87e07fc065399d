import type { Fault } from './domain/fault.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** What the person who gets it can do about it. */
  readonly remedy: string;
}

/** The whole error vocabulary. `code` is stable; `docs/errors.md` is tested against this table. */
export const PROBLEMS = {
  bad_request: {
    status: 400,
    title: 'The request cannot be read',
    remedy: 'Check the request line, the headers and the percent escapes of the path.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not JSON',
    remedy:
      'Send one JSON document in UTF-8, without duplicate keys; `detail` says where it breaks.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid token is required',
    remedy: 'Send `Authorization: Token <token>` with a token of this service that is not revoked.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    remedy: 'Check the address. A code of another app is not found either.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'Use one of the methods that the `Allow` header names.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send it again, faster.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send at most 64 KiB; metadata may be 16 KiB of it.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a type that is not understood',
    remedy: 'Send `Content-Type: application/json`, in UTF-8, and no `Content-Encoding`.',
  },
  validation_failed: {
    status: 422,
    title: 'The request breaks a rule',
    remedy: 'Mend every place that `errors` lists; each has a JSON pointer and says what is wrong.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Keep the request line and all headers together under 16 KiB.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    remedy: 'Try again; if it stays, give the operator the `request_id`, which stands in the log.',
  },
  codes_exhausted: {
    status: 503,
    title: 'No free code was found',
    remedy: 'The operator should raise CODE_LENGTH; links that exist are not affected.',
  },
  overloaded: {
    status: 503,
    title: 'Too many requests are waiting',
    remedy: 'Try again after the seconds in `Retry-After`. Nothing was stored.',
  },
  store_unavailable: {
    status: 503,
    title: 'The store cannot be used right now',
    remedy: 'Try again after the seconds in `Retry-After`. Nothing was stored.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The one error class: an outcome that its receiver should read. Anything else is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[] | undefined;

  constructor(code: ProblemCode, detail: string, faults?: readonly Fault[], cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'Problem';
    this.code = code;
    this.faults = faults;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Ends what is being done with a documented error. */
export function fail(code: ProblemCode, detail: string, faults?: readonly Fault[]): never {
  throw new Problem(code, detail, faults);
}

/** Refuses an input with all of its faults. */
export function refuse(faults: readonly Fault[]): never {
  const [first] = faults;
  const what =
    faults.length === 1
      ? `${first?.pointer || 'The body'} ${first?.detail}`
      : `${faults.length} faults`;
  throw new Problem('validation_failed', `${what}.`, faults);
}
