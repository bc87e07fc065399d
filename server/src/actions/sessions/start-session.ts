import { customAlphabet } from 'nanoid';
import {
  SECRET_LENGTH,
  secretDigest,
  sessionEnd,
  shownAgent,
} from '../../domain/access/session.ts';
import { TOKEN_ALPHABET } from '../../domain/access/token.ts';
import type { Transaction } from '../../storage/database.ts';
import { endSession, insertSession } from '../../storage/sessions.ts';

const drawSecret = customAlphabet(TOKEN_ALPHABET, SECRET_LENGTH);
const drawId = customAlphabet(TOKEN_ALPHABET, 16);

/** What is known of the browser that signs in. */
export interface Browser {
  /** Its IP address. */
  readonly address: string;
  /** The address may be that of a proxy which is not trusted, so it says nothing of who this is. */
  readonly shared: boolean;
  readonly userAgent: string | undefined;
  /** The session that it had until now, which ends. */
  readonly sessionId: string | undefined;
}

export interface StartedSession {
  readonly id: string;
  /** What the cookie holds; the store keeps only its digest. */
  readonly secret: string;
}

/** Signs a member in within a transaction: always a new session, which replaces that of the browser. */
export async function startSession(
  tx: Transaction,
  memberId: string,
  { address, userAgent, sessionId }: Omit<Browser, 'shared'>,
  now: number,
): Promise<StartedSession> {
  if (sessionId !== undefined) await endSession(tx, sessionId, now);
  const started = { id: `ses_${drawId()}`, secret: drawSecret() };
  await insertSession(tx, {
    id: started.id,
    digest: secretDigest(started.secret),
    memberId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd(now, now),
    userAgent: shownAgent(userAgent),
    address,
  });
  return started;
}

/** Generates the secret of a one-time link and the id of its invitation. */
export function generateInvitation(): { readonly id: string; readonly secret: string } {
  return { id: `inv_${drawId()}`, secret: drawSecret() };
}

export function generateMemberId(): string {
  return `mem_${drawId()}`;
}
