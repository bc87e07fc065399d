import { isBranded, kindOf, type ErrorKind, type SmartlinkError } from './smartlink-error.ts';

/** The error class of each code that calls of this package can get. The object has no prototype. */
export const ERRORS: DocumentedErrors = Object.create(null);

function documented<Code extends string, Own = unknown>(code: Code): ErrorKind<Code, Own> {
  const kinds = ERRORS as unknown as Record<string, ErrorKind<Code, Own>>;
  return (kinds[code] = kindOf<Code, Own>(code));
}

/** 400: the request is malformed. Check proxies on the way. */
export const BadRequestError = documented('bad_request');
export type BadRequestError = SmartlinkError<'bad_request'>;

/** 400: the body is not JSON. */
export const InvalidJsonError = documented('invalid_json');
export type InvalidJsonError = SmartlinkError<'invalid_json'>;

/** 401: the token is missing, unknown or revoked. */
export const UnauthorizedError = documented('unauthorized');
export type UnauthorizedError = SmartlinkError<'unauthorized'>;

/** 403: the token has the wrong kind. */
export const WrongTokenKindError = documented('wrong_token_kind');
export type WrongTokenKindError = SmartlinkError<'wrong_token_kind'>;

/** 403: platform tokens must not create links. */
export const PlatformCreatesOffError = documented('platform_creates_off');
export type PlatformCreatesOffError = SmartlinkError<'platform_creates_off'>;

/** 404: the app of the token has no such link. */
export const NotFoundError = documented('not_found');
export type NotFoundError = SmartlinkError<'not_found'>;

/** 405: wrong method for this address; check `baseUrl`. */
export const MethodNotAllowedError = documented('method_not_allowed');
export type MethodNotAllowedError = SmartlinkError<'method_not_allowed'>;

/** 408: the request arrived too slowly. Retried until the time limit. */
export const RequestTimeoutError = documented('request_timeout');
export type RequestTimeoutError = SmartlinkError<'request_timeout'>;

/** 409: the redemption limit of the link has been reached. */
export const RedeemLimitReachedError = documented<'redeem_limit_reached', LimitReached>(
  'redeem_limit_reached',
);
export type RedeemLimitReachedError = SmartlinkError<'redeem_limit_reached'> & LimitReached;

/** Additional properties of `redeem_limit_reached`. */
export interface LimitReached {
  /** How often the link has been redeemed. */
  readonly redemptions: number;
  /** The redemption limit. */
  readonly redeemLimit: number;
}

/** 409: platform tokens have created the maximum number of links. */
export const LinkQuotaReachedError = documented('link_quota_reached');
export type LinkQuotaReachedError = SmartlinkError<'link_quota_reached'>;

/** 409: the link does not work yet. */
export const TooEarlyError = documented('too_early');
export type TooEarlyError = SmartlinkError<'too_early'>;

/** 410: the link has expired. */
export const ExpiredError = documented('expired');
export type ExpiredError = SmartlinkError<'expired'>;

/** 410: the link is disabled or deleted. */
export const GoneError = documented('gone');
export type GoneError = SmartlinkError<'gone'>;

/** 413: the body is too large: at most 64 KiB, 16 KiB of metadata. */
export const PayloadTooLargeError = documented('payload_too_large');
export type PayloadTooLargeError = SmartlinkError<'payload_too_large'>;

/** 415: the body has an unsupported type. */
export const UnsupportedMediaTypeError = documented('unsupported_media_type');
export type UnsupportedMediaTypeError = SmartlinkError<'unsupported_media_type'>;

/** 422: the request is invalid. `errors` lists every issue. */
export const ValidationFailedError = documented('validation_failed');
export type ValidationFailedError = SmartlinkError<'validation_failed'>;

/** 422: the idempotency key was used for another request. */
export const IdempotencyKeyReusedError = documented('idempotency_key_reused');
export type IdempotencyKeyReusedError = SmartlinkError<'idempotency_key_reused'>;

/** 422: the redemption id was used for another link. */
export const RedemptionIdReusedError = documented('redemption_id_reused');
export type RedemptionIdReusedError = SmartlinkError<'redemption_id_reused'>;

/** 429: too many unknown codes. Retried after `retryAfterSeconds`. */
export const TooManyMissesError = documented('too_many_misses');
export type TooManyMissesError = SmartlinkError<'too_many_misses'>;

/** 429: the platform token creates links too fast. Retried after `retryAfterSeconds`. */
export const TooManyCreatesError = documented('too_many_creates');
export type TooManyCreatesError = SmartlinkError<'too_many_creates'>;

/** 429: too many reports of opened apps. Sent later. */
export const TooManyOpensError = documented('too_many_opens');
export type TooManyOpensError = SmartlinkError<'too_many_opens'>;

/** 429: too many redemptions. Retried after `retryAfterSeconds`, if the time limit of the call allows it. */
export const TooManyRedemptionsError = documented('too_many_redemptions');
export type TooManyRedemptionsError = SmartlinkError<'too_many_redemptions'>;

/** 431: the headers are too large. */
export const HeadersTooLargeError = documented('headers_too_large');
export type HeadersTooLargeError = SmartlinkError<'headers_too_large'>;

/** 500: an unexpected error. The operator finds `requestId` in the log. */
export const InternalError = documented('internal');
export type InternalError = SmartlinkError<'internal'>;

/** 503: no free codes; the operator must raise CODE_LENGTH. */
export const CodesExhaustedError = documented('codes_exhausted');
export type CodesExhaustedError = SmartlinkError<'codes_exhausted'>;

/** 503: too many requests are waiting. Retried until the time limit. */
export const OverloadedError = documented('overloaded');
export type OverloadedError = SmartlinkError<'overloaded'>;

/** 503: the database is unavailable. Retried until the time limit. */
export const StoreUnavailableError = documented('store_unavailable');
export type StoreUnavailableError = SmartlinkError<'store_unavailable'>;

// Errors of the client itself, without a response of the service.

/** No response, or none in time. The `cause` is the error of `fetch`. */
export const NetworkError = kindOf('network_error', 'Network');
export type NetworkError = SmartlinkError<'network_error'>;

/** A response that is not from the service, such as a proxy's error page, or an incomplete one. */
export const InvalidResponseError = kindOf('invalid_response');
export type InvalidResponseError = SmartlinkError<'invalid_response'>;

/**
 * The storage failed. No request was sent, except by `resume()`, whose next call gets the same result. The `cause` is the
 * error of the storage.
 */
export const StorageError = kindOf('storage_failed', 'Storage');
export type StorageError = SmartlinkError<'storage_failed'>;

/** No randomness for a UUID: pass the option `uuid`. */
export const NoRandomnessError = kindOf('no_randomness');
export type NoRandomnessError = SmartlinkError<'no_randomness'>;

/** The type of {@link ERRORS}: maps codes to classes. */
export interface DocumentedErrors {
  readonly bad_request: typeof BadRequestError;
  readonly invalid_json: typeof InvalidJsonError;
  readonly unauthorized: typeof UnauthorizedError;
  readonly wrong_token_kind: typeof WrongTokenKindError;
  readonly platform_creates_off: typeof PlatformCreatesOffError;
  readonly not_found: typeof NotFoundError;
  readonly method_not_allowed: typeof MethodNotAllowedError;
  readonly request_timeout: typeof RequestTimeoutError;
  readonly redeem_limit_reached: typeof RedeemLimitReachedError;
  readonly link_quota_reached: typeof LinkQuotaReachedError;
  readonly too_early: typeof TooEarlyError;
  readonly expired: typeof ExpiredError;
  readonly gone: typeof GoneError;
  readonly payload_too_large: typeof PayloadTooLargeError;
  readonly unsupported_media_type: typeof UnsupportedMediaTypeError;
  readonly validation_failed: typeof ValidationFailedError;
  readonly idempotency_key_reused: typeof IdempotencyKeyReusedError;
  readonly redemption_id_reused: typeof RedemptionIdReusedError;
  readonly too_many_misses: typeof TooManyMissesError;
  readonly too_many_creates: typeof TooManyCreatesError;
  readonly too_many_opens: typeof TooManyOpensError;
  readonly too_many_redemptions: typeof TooManyRedemptionsError;
  readonly headers_too_large: typeof HeadersTooLargeError;
  readonly internal: typeof InternalError;
  readonly codes_exhausted: typeof CodesExhaustedError;
  readonly overloaded: typeof OverloadedError;
  readonly store_unavailable: typeof StoreUnavailableError;
}

/** Every error with a known code. Distinguish them by `code`. */
export type KnownError =
  | InstanceType<DocumentedErrors[keyof DocumentedErrors]>
  | NetworkError
  | InvalidResponseError
  | StorageError
  | NoRandomnessError;

/**
 * Returns whether this is an error of this package or, with a code, the error with this code. The code can
 * also be one that this version does not know. Also works across realms and copies of the package, where
 * `instanceof` does not.
 *
 * @example Handle errors
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
export function isSmartlinkError<Code extends string>(
  error: unknown,
  code: Code,
): error is SmartlinkError<Code>;
export function isSmartlinkError(error: unknown, code?: string): boolean {
  return isBranded(error) && (code === undefined || error.code === code);
}
