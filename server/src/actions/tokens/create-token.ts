import { customAlphabet } from 'nanoid';
import {
  formatToken,
  TOKEN_ALPHABET,
  TOKEN_SECRET_LENGTH,
  tokenDigest,
  tokenPrefix,
  type TokenKind,
} from '../../domain/access/token.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';

const drawSecret = customAlphabet(TOKEN_ALPHABET, TOKEN_SECRET_LENGTH);
const drawId = customAlphabet(TOKEN_ALPHABET, 16);

export interface NewToken {
  readonly id: string;
  /** Shown once: the store keeps only its digest. */
  readonly token: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** Creates a token within a transaction. `actor`: the id of a member or token, or `operator`. */
export async function addToken(
  tx: Transaction,
  { appId, actor }: Editor,
  kind: TokenKind,
  now: number,
): Promise<NewToken> {
  const token = formatToken(kind, drawSecret());
  const made = {
    id: `tok_${drawId()}`,
    token,
    prefix: tokenPrefix(token),
    createdAt: now,
    createdBy: actor,
  };
  await insertToken(tx, {
    id: made.id,
    appId,
    kind,
    prefix: made.prefix,
    digest: tokenDigest(token),
    createdAt: now,
    createdBy: actor,
  });
  return made;
}

/** Creates a token and an audit entry. */
export function createToken(
  ctx: Context,
  { appId, actor }: Editor,
  kind: TokenKind,
): Promise<NewToken> {
  return ctx.db.transaction(async (tx) => {
    const made = await addToken(tx, { appId, actor }, kind, ctx.now());
    await appendAudit(tx, {
      appId,
      subject: `token:${made.id}`,
      action: 'create',
      actor,
      before: null,
      after: JSON.stringify({ kind, prefix: made.prefix }),
      createdAt: made.createdAt,
    });
    return made;
  });
}
