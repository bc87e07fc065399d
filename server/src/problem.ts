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
    remedy:
      'Send `Authorization: Token <token>` with a token of this service that is not revoked. In the dashboard: sign in.',
  },
  wrong_credentials: {
    status: 401,
    title: 'The e-mail address or the password is wrong',
    remedy: 'Look at both. For a lost password, the operator makes a link to choose a new one.',
  },
  wrong_token_kind: {
    status: 403,
    title: 'The token is of the wrong kind',
    remedy:
      'The client API takes the token of a platform, the management API a server token; keep that one out of apps.',
  },
  session_required: {
    status: 403,
    title: 'Only a person who is signed in can do this',
    remedy: 'Sign in to the dashboard. Tokens act for their app and for nobody.',
  },
  role_too_low: {
    status: 403,
    title: 'The role is too low for this',
    remedy: 'Ask an owner of the app, whose members the dashboard lists; `detail` names the role.',
  },
  password_sign_in_off: {
    status: 403,
    title: 'Nobody signs in by password here',
    remedy: 'Sign in at the provider, which the sign-in page of the dashboard names.',
  },
  cross_site: {
    status: 403,
    title: 'The request does not come from the dashboard',
    remedy:
      'Open the dashboard at BASE_URL. Programs send `Authorization: Token <token>` and no cookie.',
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
  redeem_limit_reached: {
    status: 409,
    title: 'The link was redeemed as often as it may be',
    remedy:
      'Tell the person kindly: `redemptions` and `redeem_limit` say how it stands. Nothing was used up.',
  },
  code_taken: {
    status: 409,
    title: 'The code is taken',
    remedy: 'Choose another code, or leave `code` out to get one. A code is never given twice.',
  },
  uri_taken: {
    status: 409,
    title: 'The URI has a unique link already',
    remedy: 'Leave `code` out to get the link that is there, or `unique` to make another one.',
  },
  last_owner: {
    status: 409,
    title: 'An app keeps at least one owner',
    remedy: 'Make somebody else an owner first.',
  },
  already_member: {
    status: 409,
    title: 'This person is a member already',
    remedy: 'Change the role of the member instead.',
  },
  host_taken: {
    status: 409,
    title: 'The host is in use by another app',
    remedy: 'Ask the operator to move it, or use another host.',
  },
  gone: {
    status: 410,
    title: 'The link is no longer in use',
    remedy: 'Its maker has switched it off or deleted it; ask for another one.',
  },
  invitation_over: {
    status: 410,
    title: 'The link cannot be used any more',
    remedy: 'Ask for a new one: a link works once, and for seven days.',
  },
  precondition_failed: {
    status: 412,
    title: 'Somebody else was faster',
    remedy:
      'Read the record again, look at what changed, and send your change with the new `ETag`.',
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
  redemption_id_reused: {
    status: 422,
    title: 'The redemption id was used for another link',
    remedy: 'Make a new UUID for each redemption; send the same one only to try the same again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key came before, with another body',
    remedy: 'Make a new key for each link; send the same one only with the same body.',
  },
  too_many_misses: {
    status: 429,
    title: 'Too many codes that do not exist',
    remedy: 'Wait for the seconds in `Retry-After`. Only codes that do not exist count.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts to sign in',
    remedy: 'Wait for the seconds in `Retry-After`, which grow with each attempt that fails.',
  },
  too_many_checks: {
    status: 429,
    title: 'Too many checks of hosts',
    remedy: 'Wait for the seconds in `Retry-After`. A new DNS record takes minutes to be seen.',
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
  stopping: {
    status: 503,
    title: 'This instance is about to stop',
    remedy: 'Send no more requests to it; the others go on.',
  },
  store_unavailable: {
    status: 503,
    title: 'The store cannot be used right now',
    remedy:
      'Try again after the seconds in `Retry-After`. `detail` says whether this may have been stored.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** What a problem can say besides its words. */
export interface ProblemDetails {
  readonly faults?: readonly Fault[] | undefined;
  /** Further members of the document, by the names that the API uses. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The one error class: an outcome that its receiver should read. Anything else is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[] | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.faults = details.faults;
    this.members = details.members;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Ends what is being done with a documented error. */
export function fail(code: ProblemCode, detail: string, details?: ProblemDetails): never {
  throw new Problem(code, detail, details);
}

/** Refuses an input with all of its faults. */
export function refuse(faults: readonly Fault[]): never {
  const [first] = faults;
  const what =
    faults.length === 1
      ? `${first?.pointer || 'The body'} ${first?.detail}`
      : `${faults.length} faults`;
  throw new Problem('validation_failed', `${what}.`, { faults });
}
