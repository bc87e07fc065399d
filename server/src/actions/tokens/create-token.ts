import { customAlphabet } from 'nanoid';
import {
  formatToken,
  TOKEN_ALPHABET,
  TOKEN_SECRET_LENGTH,
  tokenDigest,
  tokenPrefix,
  type TokenKind,
} from '../../domain/token.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';

const drawSecret = customAlphabet(TOKEN_ALPHABET, TOKEN_SECRET_LENGTH);
const drawId = customAlphabet(TOKEN_ALPHABET, 16);

export interface NewToken {
  readonly id: string;
  /** Shown once: the store keeps only its digest. */
  readonly token: string;
  readonly prefix: string;
}

/** Makes a token for an app, as part of a transaction. */
export async function addToken(
  tx: Transaction,
  appId: string,
  kind: TokenKind,
  now: number,
): Promise<NewToken> {
  const token = formatToken(kind, drawSecret());
  const made = { id: `tok_${drawId()}`, token, prefix: tokenPrefix(token) };
  await insertToken(tx, {
    id: made.id,
    appId,
    kind,
    prefix: made.prefix,
    digest: tokenDigest(token),
    createdAt: now,
  });
  return made;
}

/** Makes a token for an app. */
export function createToken(ctx: Context, appId: string, kind: TokenKind): Promise<NewToken> {
  return ctx.db.transaction((tx) => addToken(tx, appId, kind, ctx.now()));
}
