import { labelIssue } from '../text/text.ts';
import { emailIssue, plainEmail, MAX_NAME_LENGTH } from './member.ts';
import { isSecret } from './session.ts';

/** Why a sign-in with a provider failed; the dashboard has a message for each. */
export const OIDC_FAILURES = [
  /** No provider is configured. */
  'no_provider',
  /** The user or the provider refused. */
  'refused',
  /** The sign-in expired, was started in another browser, or was already completed. */
  'expired',
  'provider_unavailable',
  /** Too many sign-ins at the same time. */
  'busy',
  'no_email',
  'email_not_verified',
  'not_invited',
  /** The account with this e-mail address is linked to another account at the provider. */
  'linked_to_another',
  /** The response of the provider is invalid. */
  'failed',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

export interface FailedSignIn {
  readonly failed: OidcFailure;
}

/** What the browser stores while the user signs in at the provider. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
  /** The page to open after the sign-in: a path below `/dashboard`. */
  readonly to: string;
  /** The secret of the invitation that the user opened; undefined without an invitation. */
  readonly invitation?: string | undefined;
}

/** The time limit for a sign-in at the provider, in seconds. */
export const ATTEMPT_SECONDS = 600;

const RANDOM = /^[\w-]{20,128}$/;

/** Returns the cookie value for an attempt. */
export function attemptText({ state, nonce, verifier, to, invitation }: OidcAttempt): string {
  const path = Buffer.from(to).toString('base64url');
  return [state, nonce, verifier, path, ...(invitation === undefined ? [] : [invitation])].join(
    '.',
  );
}

/** Reads a cookie value of `attemptText`; undefined if it is invalid. */
export function parseAttempt(text: string | undefined): OidcAttempt | undefined {
  const parts = text?.split('.') ?? [];
  const [state = '', nonce = '', verifier = '', to = '', invitation] = parts;
  if (parts.length > 5 || ![state, nonce, verifier].every((part) => RANDOM.test(part)))
    return undefined;
  if (invitation !== undefined && !isSecret(invitation)) return undefined;
  return {
    state,
    nonce,
    verifier,
    to: dashboardPath(Buffer.from(to, 'base64url').toString()),
    ...(invitation === undefined ? {} : { invitation }),
  };
}

/** Keeps the cookie below the 4,096 bytes that browsers accept. */
const MAX_PATH_LENGTH = 2000;
const ELSEWHERE = 'http://x.invalid';

/**
 * The page of the dashboard to open after the sign-in: a path below `/dashboard`, such as
 * `/shop/links?tag=spring`; `/` for anything else. The value comes from a URL, so it is not trusted.
 */
export function dashboardPath(to: unknown): string {
  if (typeof to !== 'string' || to.length > MAX_PATH_LENGTH || !to.startsWith('/')) return '/';
  if (!URL.canParse(`${ELSEWHERE}/dashboard${to}`)) return '/';
  const url = new URL(`${ELSEWHERE}/dashboard${to}`);
  const path = url.href.slice(`${ELSEWHERE}/dashboard`.length);
  // The path may leave `/dashboard` through dots; two slashes would begin a host name.
  const below = url.href.startsWith(`${ELSEWHERE}/dashboard/`) && !path.startsWith('//');
  const signsIn = /^\/(?:sign-in|invitation)\/?(?:[?#]|$)/.test(path);
  return below && !signsIn && path.length <= MAX_PATH_LENGTH ? path : '/';
}

/** A user as the provider identifies them. */
export interface Identity {
  readonly issuer: string;
  /** Unique at the provider and never reassigned. */
  readonly subject: string;
  /** In its stored form; undefined if the provider sends no valid address. */
  readonly email: string | undefined;
  /** Whether the provider has verified that the address belongs to the user. */
  readonly verified: boolean;
  /** Empty if the provider sends none that can be displayed. */
  readonly name: string;
}

export type Claims = Readonly<Record<string, unknown>>;

// As OpenID Connect Core, section 2, requires.
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the identity from the claims of the ID token and, if it was requested, the UserInfo response. The
 * e-mail address and its verification come from the same one of the two.
 */
export function identityOf(claims: Claims, userInfo: Claims = {}): Identity | undefined {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  const sources = [claims, userInfo];
  const source = sources.find(hasEmailClaim) ?? sources.find((one) => 'email' in one) ?? claims;
  const { email } = source;
  const plain = typeof email === 'string' ? plainEmail(email) : '';
  return {
    issuer: iss,
    subject: sub,
    email: emailIssue(plain) === undefined ? plain : undefined,
    verified: isVerified(source),
    name: [claims.name, userInfo.name].find(isName) ?? '',
  };
}

/** Whether the claims contain an e-mail address and its verification. */
export function hasEmailClaim(claims: Claims): boolean {
  return typeof claims.email === 'string' && isVerified(claims);
}

/**
 * Some providers send text instead of a boolean. Microsoft sends a claim of its own, which says that the
 * owner of the domain is verified.
 */
function isVerified({ email_verified: verified, xms_edov: domainOwner }: Claims): boolean {
  if (verified !== undefined) return verified === true || verified === 'true';
  return domainOwner === true || ['true', '1'].includes(String(domainOwner));
}

function isName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) return false;
  return labelIssue(name) === undefined;
}
