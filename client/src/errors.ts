import { isBranded, kindOf, type ErrorKind, type SmartlinkError } from './smartlink-error.ts';

/** The class of each code that the service documents. It has no prototype. */
export const ERRORS: DocumentedErrors = Object.create(null);

function documented<Code extends string, Own = unknown>(code: Code): ErrorKind<Code, Own> {
  const kind = kindOf<Code, Own>(code);
  Object.assign(ERRORS, { [code]: kind });
  return kind;
}

/** 400: the request cannot be read. Look at what stands between you and the service. */
export const BadRequestError = documented('bad_request');
export type BadRequestError = SmartlinkError<'bad_request'>;

/** 400: the body is not JSON. */
export const InvalidJsonError = documented('invalid_json');
export type InvalidJsonError = SmartlinkError<'invalid_json'>;

/** 401: the token is missing, unknown or revoked. */
export const UnauthorizedError = documented('unauthorized');
export type UnauthorizedError = SmartlinkError<'unauthorized'>;

/** 401: people sign in with these; the dashboard alone gets it. */
export const WrongCredentialsError = documented('wrong_credentials');
export type WrongCredentialsError = SmartlinkError<'wrong_credentials'>;

/** 403: a token of the wrong kind, such as a server token where that of a platform is needed. */
export const WrongTokenKindError = documented('wrong_token_kind');
export type WrongTokenKindError = SmartlinkError<'wrong_token_kind'>;

/** 403: a person has to do this, in the dashboard. */
export const SessionRequiredError = documented('session_required');
export type SessionRequiredError = SmartlinkError<'session_required'>;

/** 403: the role of a person is too low; the dashboard alone gets it. */
export const RoleTooLowError = documented('role_too_low');
export type RoleTooLowError = SmartlinkError<'role_too_low'>;

/** 403: people sign in elsewhere; the dashboard alone gets it. */
export const PasswordSignInOffError = documented('password_sign_in_off');
export type PasswordSignInOffError = SmartlinkError<'password_sign_in_off'>;

/** 403: the app lets no platform token create links; only its back end can. */
export const PlatformCreatesOffError = documented('platform_creates_off');
export type PlatformCreatesOffError = SmartlinkError<'platform_creates_off'>;

/** 403: a cookie came along from another site; send a token, and no cookie. */
export const CrossSiteError = documented('cross_site');
export type CrossSiteError = SmartlinkError<'cross_site'>;

/** 404: the app of the token has no such link. */
export const NotFoundError = documented('not_found');
export type NotFoundError = SmartlinkError<'not_found'>;

/** 405: nothing here answers to this method; look at `baseUrl`. */
export const MethodNotAllowedError = documented('method_not_allowed');
export type MethodNotAllowedError = SmartlinkError<'method_not_allowed'>;

/** 408: the request took too long to arrive. Tried again until the call gives up. */
export const RequestTimeoutError = documented('request_timeout');
export type RequestTimeoutError = SmartlinkError<'request_timeout'>;

/** 409: the link was redeemed as often as it may be. */
export const RedeemLimitReachedError = documented<'redeem_limit_reached', LimitReached>(
  'redeem_limit_reached',
);
export type RedeemLimitReachedError = SmartlinkError<'redeem_limit_reached'> & LimitReached;

/** What `redeem_limit_reached` says besides. */
export interface LimitReached {
  /** How often the link has been redeemed. */
  readonly redemptions: number;
  /** How often it can be. */
  readonly redeemLimit: number;
}

/** 409: the chosen code is taken. */
export const CodeTakenError = documented('code_taken');
export type CodeTakenError = SmartlinkError<'code_taken'>;

/** 409: the URI has a unique link already, with another code. */
export const UriTakenError = documented('uri_taken');
export type UriTakenError = SmartlinkError<'uri_taken'>;

/** 409: the platform tokens of the app have created all links that they may create. */
export const LinkQuotaReachedError = documented('link_quota_reached');
export type LinkQuotaReachedError = SmartlinkError<'link_quota_reached'>;

/** 409: an app keeps at least one owner. */
export const LastOwnerError = documented('last_owner');
export type LastOwnerError = SmartlinkError<'last_owner'>;

/** 409: who is invited is a member already. */
export const AlreadyMemberError = documented('already_member');
export type AlreadyMemberError = SmartlinkError<'already_member'>;

/** 409: the app has as many open invitations as it can have; the dashboard alone gets it. */
export const TooManyInvitationsError = documented('too_many_invitations');
export type TooManyInvitationsError = SmartlinkError<'too_many_invitations'>;

/** 409: the host is in use by another app. */
export const HostTakenError = documented('host_taken');
export type HostTakenError = SmartlinkError<'host_taken'>;

/** 410: the link was there once and is not any more. */
export const GoneError = documented('gone');
export type GoneError = SmartlinkError<'gone'>;

/** 410: the link of an invitation cannot be used any more. */
export const InvitationOverError = documented('invitation_over');
export type InvitationOverError = SmartlinkError<'invitation_over'>;

/** 412: a condition of the request does not hold. */
export const PreconditionFailedError = documented('precondition_failed');
export type PreconditionFailedError = SmartlinkError<'precondition_failed'>;

/** 413: the body is too large: at most 64 KiB, 16 KiB of it metadata. */
export const PayloadTooLargeError = documented('payload_too_large');
export type PayloadTooLargeError = SmartlinkError<'payload_too_large'>;

/** 415: the body has a type that is not understood. */
export const UnsupportedMediaTypeError = documented('unsupported_media_type');
export type UnsupportedMediaTypeError = SmartlinkError<'unsupported_media_type'>;

/** 422: the request breaks a rule. `errors` lists every place. */
export const ValidationFailedError = documented('validation_failed');
export type ValidationFailedError = SmartlinkError<'validation_failed'>;

/** 422: the idempotency key was used for another request. */
export const IdempotencyKeyReusedError = documented('idempotency_key_reused');
export type IdempotencyKeyReusedError = SmartlinkError<'idempotency_key_reused'>;

/** 422: the redemption id was used for another link. */
export const RedemptionIdReusedError = documented('redemption_id_reused');
export type RedemptionIdReusedError = SmartlinkError<'redemption_id_reused'>;

/** 429: too many codes that are not there. Tried again after `retryAfterSeconds`. */
export const TooManyMissesError = documented('too_many_misses');
export type TooManyMissesError = SmartlinkError<'too_many_misses'>;

/** 429: the platform token creates links too fast. Tried again after `retryAfterSeconds`. */
export const TooManyCreatesError = documented('too_many_creates');
export type TooManyCreatesError = SmartlinkError<'too_many_creates'>;

/** 429: too many attempts to sign in; the dashboard alone gets it. */
export const TooManyAttemptsError = documented('too_many_attempts');
export type TooManyAttemptsError = SmartlinkError<'too_many_attempts'>;

/** 429: too many checks of hosts. */
export const TooManyChecksError = documented('too_many_checks');
export type TooManyChecksError = SmartlinkError<'too_many_checks'>;

/** 429: too many trials of templates are running; clients of the management API get it. */
export const TooManyTrialsError = documented('too_many_trials');
export type TooManyTrialsError = SmartlinkError<'too_many_trials'>;

/** 431: the headers are too large; look at the token and the idempotency key. */
export const HeadersTooLargeError = documented('headers_too_large');
export type HeadersTooLargeError = SmartlinkError<'headers_too_large'>;

/** 500: a fault of the service. Its operator finds `requestId` in the log. */
export const InternalError = documented('internal');
export type InternalError = SmartlinkError<'internal'>;

/** 503: the service finds no free code. Its operator must raise CODE_LENGTH. */
export const CodesExhaustedError = documented('codes_exhausted');
export type CodesExhaustedError = SmartlinkError<'codes_exhausted'>;

/** 503: too many requests are waiting. Tried again until the call gives up. */
export const OverloadedError = documented('overloaded');
export type OverloadedError = SmartlinkError<'overloaded'>;

/** 503: this instance is about to stop. Only probes of its health get it. */
export const StoppingError = documented('stopping');
export type StoppingError = SmartlinkError<'stopping'>;

/** 503: the store cannot be used now. Tried again until the call gives up. */
export const StoreUnavailableError = documented('store_unavailable');
export type StoreUnavailableError = SmartlinkError<'store_unavailable'>;

// The client's own, without an answer of the service.

/** No answer came in time, or none at all. The `cause` is what `fetch` said. */
export const NetworkError = kindOf('network_error', 'Network');
export type NetworkError = SmartlinkError<'network_error'>;

/** An answer that is not one of the service: the page of a proxy, or half of an answer. */
export const InvalidAnswerError = kindOf('invalid_answer');
export type InvalidAnswerError = SmartlinkError<'invalid_answer'>;

/** The storage failed, so nothing was sent. The `cause` is what the storage said. */
export const StorageError = kindOf('storage_failed', 'Storage');
export type StorageError = SmartlinkError<'storage_failed'>;

/** There is nothing to make a UUID with: pass the option `uuid`. */
export const NoRandomnessError = kindOf('no_randomness');
export type NoRandomnessError = SmartlinkError<'no_randomness'>;

/** The type of {@link ERRORS}: from code to class. */
export interface DocumentedErrors {
  readonly bad_request: typeof BadRequestError;
  readonly invalid_json: typeof InvalidJsonError;
  readonly unauthorized: typeof UnauthorizedError;
  readonly wrong_credentials: typeof WrongCredentialsError;
  readonly wrong_token_kind: typeof WrongTokenKindError;
  readonly session_required: typeof SessionRequiredError;
  readonly password_sign_in_off: typeof PasswordSignInOffError;
  readonly role_too_low: typeof RoleTooLowError;
  readonly platform_creates_off: typeof PlatformCreatesOffError;
  readonly cross_site: typeof CrossSiteError;
  readonly not_found: typeof NotFoundError;
  readonly method_not_allowed: typeof MethodNotAllowedError;
  readonly request_timeout: typeof RequestTimeoutError;
  readonly redeem_limit_reached: typeof RedeemLimitReachedError;
  readonly code_taken: typeof CodeTakenError;
  readonly uri_taken: typeof UriTakenError;
  readonly link_quota_reached: typeof LinkQuotaReachedError;
  readonly last_owner: typeof LastOwnerError;
  readonly already_member: typeof AlreadyMemberError;
  readonly too_many_invitations: typeof TooManyInvitationsError;
  readonly host_taken: typeof HostTakenError;
  readonly gone: typeof GoneError;
  readonly invitation_over: typeof InvitationOverError;
  readonly precondition_failed: typeof PreconditionFailedError;
  readonly payload_too_large: typeof PayloadTooLargeError;
  readonly unsupported_media_type: typeof UnsupportedMediaTypeError;
  readonly validation_failed: typeof ValidationFailedError;
  readonly idempotency_key_reused: typeof IdempotencyKeyReusedError;
  readonly redemption_id_reused: typeof RedemptionIdReusedError;
  readonly too_many_misses: typeof TooManyMissesError;
  readonly too_many_creates: typeof TooManyCreatesError;
  readonly too_many_attempts: typeof TooManyAttemptsError;
  readonly too_many_checks: typeof TooManyChecksError;
  readonly too_many_trials: typeof TooManyTrialsError;
  readonly headers_too_large: typeof HeadersTooLargeError;
  readonly internal: typeof InternalError;
  readonly codes_exhausted: typeof CodesExhaustedError;
  readonly overloaded: typeof OverloadedError;
  readonly stopping: typeof StoppingError;
  readonly store_unavailable: typeof StoreUnavailableError;
}

/** Every error of this package with a code that it knows. Tell them apart by `code`. */
export type KnownError =
  | InstanceType<DocumentedErrors[keyof DocumentedErrors]>
  | NetworkError
  | InvalidAnswerError
  | StorageError
  | NoRandomnessError;

/**
 * Is it an error of this package, or the one with this code? Holds across realms and across copies
 * of the package, where `instanceof` does not.
 *
 * @example What to do about it
 * ```ts
 * import { createClient, isSmartlinkError } from '@smartlink/client';
 *
 * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
 * try {
 *   const { metadata } = await client.redeem('H7kTq2Rb');
 *   console.log(metadata); // { coupon: 'WELCOME' }
 * } catch (error) {
 *   if (isSmartlinkError(error, 'redeem_limit_reached')) {
 *     console.log(`All ${error.redeemLimit} coupons are gone.`);
 *   } else if (isSmartlinkError(error, 'network_error')) {
 *     console.log('You are offline. The coupon will be here when you are back.');
 *   } else {
 *     throw error;
 *   }
 * }
 * ```
 */
export function isSmartlinkError(error: unknown): error is SmartlinkError;
export function isSmartlinkError<Code extends KnownError['code']>(
  error: unknown,
  code: Code,
): error is Extract<KnownError, { readonly code: Code }>;
export function isSmartlinkError(error: unknown, code?: string): boolean {
  return isBranded(error) && (code === undefined || error.code === code);
}
