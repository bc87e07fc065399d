import { emailIssue, nameIssue, plainEmail, MAX_NAME_LENGTH } from './member.ts';
import { isSecret } from './session.ts';

/** Why signing in at a provider came to nothing; the dashboard has the words. */
export const OIDC_FAILURES = [
  /** The settings name none. */
  'no_provider',
  /** The person, or the provider, said no. */
  'refused',
  /** Begun too long ago, in another browser, or used already. */
  'expired',
  'provider_away',
  /** Too many sign in at this moment. */
  'busy',
  'no_email',
  'email_not_verified',
  'not_invited',
  /** The account of this e-mail address belongs to another one at the provider. */
  'linked_to_another',
  /** What the provider sent is not good. */
  'failed',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

export interface FailedSignIn {
  readonly failed: OidcFailure;
}

/** What a browser keeps while its user is at the provider. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** Where to go after it: a path below `/dashboard`. */
  readonly to: string;
  /** The secret of the link that they came by; undefined: they came by none. */
  readonly invitation?: string | undefined;
}

/** The time limit for a sign-in at the provider. */
export const ATTEMPT_SECONDS = 600;

const RANDOM = /^[\w-]{20,128}$/;

/** An attempt as a cookie holds it. */
export function attemptText({ state, nonce, verifier, to, invitation }: OidcAttempt): string {
  const path = Buffer.from(to).toString('base64url');
  return [state, nonce, verifier, path, ...(invitation === undefined ? [] : [invitation])].join(
    '.',
  );
}

/** Reads it again; undefined: it is none. */
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

/** So that a cookie with it has fewer than the 4,096 bytes that browsers take. */
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
  // Dots may have led out of it, and two slashes begin the name of a host.
  const below = url.href.startsWith(`${ELSEWHERE}/dashboard/`) && !path.startsWith('//');
  const signsIn = /^\/(sign-in|invitation)\b/.test(path);
  return below && !signsIn && path.length <= MAX_PATH_LENGTH ? path : '/';
}

/** Who somebody is to a provider. */
export interface Identity {
  readonly issuer: string;
  /** Unique there, and never given to somebody else. */
  readonly subject: string;
  /** In the form in which it is stored; undefined: the provider tells none that could be one. */
  readonly email: string | undefined;
  /** The provider vouches for it that the address is this person's. */
  readonly verified: boolean;
  /** Empty: it tells none that could be shown. */
  readonly name: string;
}

export type Claims = Readonly<Record<string, unknown>>;

// OpenID Connect Core 2.
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads what a provider says of somebody. `claims`: of the ID token. `userInfo`: what it says when it is
 * asked once more. An address and whether it is verified are taken from the same one of both.
 */
export function identityOf(claims: Claims, userInfo: Claims = {}): Identity | undefined {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !SUBJECT.test(sub)) return undefined;
  const sources = [claims, userInfo];
  const source = sources.find(saysEmail) ?? sources.find((one) => 'email' in one) ?? claims;
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

/** Does a provider say which address somebody has, and that it is theirs? */
export function saysEmail(claims: Claims): boolean {
  return typeof claims.email === 'string' && isVerified(claims);
}

/** Some write it as text. Microsoft has a claim of its own: the owner of the domain is verified. */
function isVerified({ email_verified: verified, xms_edov: domainOwner }: Claims): boolean {
  if (verified !== undefined) return verified === true || verified === 'true';
  return domainOwner === true || ['true', '1'].includes(String(domainOwner));
}

function isName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) return false;
  return nameIssue(name) === undefined;
}
