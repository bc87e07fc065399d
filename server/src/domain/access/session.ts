import { hash } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a session lasts after its last use, and in total, in milliseconds. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MAX_MS = 90 * DAY_MS;
/** How long an invitation is valid, in milliseconds. */
export const INVITATION_MS = 7 * DAY_MS;

/** The length of the secret in a cookie, an invitation or a token: 40 characters out of 62 have 238 bits. */
export const SECRET_LENGTH = 40;
const SECRET = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH}}$`);

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Returns the only form in which a secret or a token is stored. It is random, so one fast hash is enough. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Returns when a session that is used at `now` expires; times are in milliseconds. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + SESSION_IDLE_MS, createdAt + SESSION_MAX_MS);
}

const MAX_USER_AGENT_LENGTH = 300;

/** The part of a `User-Agent` header that the list of sessions shows. */
export function displayedAgent(header: string | undefined): string {
  // The cut may split a surrogate pair.
  return (header ?? '').slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
}
