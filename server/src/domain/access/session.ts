import { hash } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a session lives after its last use, and at the most. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MAX_MS = 90 * DAY_MS;
/** How long the link of an invitation can be used. */
export const INVITATION_MS = 7 * DAY_MS;

/** What a cookie or the link of an invitation holds: 40 of 62 letters are 238 bits. */
export const SECRET_LENGTH = 40;
const SECRET = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH}}$`);

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The only form in which such a secret is stored. It is random, so one fast hash is enough. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** When a session that is used at `now` expires. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + SESSION_IDLE_MS, createdAt + SESSION_MAX_MS);
}

const MAX_USER_AGENT_LENGTH = 300;

/** As much of a `User-Agent` as is shown in the list of sessions. */
export function shownAgent(header: string | undefined): string {
  // Half of a character must not be what is left.
  return (header ?? '').slice(0, MAX_USER_AGENT_LENGTH).toWellFormed();
}
