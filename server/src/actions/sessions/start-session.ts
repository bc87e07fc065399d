import { customAlphabet } from 'nanoid';
import {
  SECRET_LENGTH,
  secretDigest,
  sessionEnd,
  displayedAgent,
} from '../../domain/access/session.ts';
import type { Member } from '../../domain/access/member.ts';
import { TOKEN_ALPHABET } from '../../domain/access/token.ts';
import type { Transaction } from '../../storage/database.ts';
import { endSession, insertSession, makeRoomForSession } from '../../storage/sessions.ts';
import { getMe, type Me } from './me.ts';

export const generateSecret = customAlphabet(TOKEN_ALPHABET, SECRET_LENGTH);
/** The random part of an id. */
export const generateId = customAlphabet(TOKEN_ALPHABET, 16);

export interface Browser {
  /** Its IP address. */
  readonly address: string;
  /** The address may belong to an untrusted proxy, so it does not identify the network of the user. */
  readonly shared: boolean;
  readonly userAgent: string | undefined;
  /** The previous session of the browser, which ends. */
  readonly sessionId: string | undefined;
}

/** A member with a new session. */
export interface SignInResult {
  readonly me: Me;
  /** The value of the session cookie; the database stores only its digest. */
  readonly secret: string;
}

/** Signs a member in within a transaction: always a new session, which replaces that of the browser. */
export async function startSession(
  tx: Transaction,
  member: Member,
  { address, userAgent, sessionId }: Omit<Browser, 'shared'>,
  now: number,
): Promise<SignInResult> {
  if (sessionId !== undefined) await endSession(tx, sessionId, now);
  await makeRoomForSession(tx, member.id, now);
  const [id, secret] = [`ses_${generateId()}`, generateSecret()];
  await insertSession(tx, {
    id,
    digest: secretDigest(secret),
    memberId: member.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd(now, now),
    userAgent: displayedAgent(userAgent),
    address,
  });
  return { secret, me: await getMe({ db: tx }, { sessionId: id, member }) };
}

/** Generates the secret of a one-time link and the id of its invitation. */
export function generateInvitation(): { readonly id: string; readonly secret: string } {
  return { id: `inv_${generateId()}`, secret: generateSecret() };
}

export function generateMemberId(): string {
  return `mem_${generateId()}`;
}
