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
import { insertToken, type ListedToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';

const drawSecret = customAlphabet(TOKEN_ALPHABET, TOKEN_SECRET_LENGTH);
const drawId = customAlphabet(TOKEN_ALPHABET, 16);

export interface NewToken extends ListedToken {
  /** Shown once: only its digest is stored. */
  readonly token: string;
}

/** Creates a token within a transaction. `actor`: the id of a member or token, or `operator`. */
export async function addToken(
  tx: Transaction,
  { appId, actor }: Editor,
  kind: TokenKind,
  now: number,
): Promise<NewToken> {
  const token = formatToken(kind, drawSecret());
  const id = `tok_${drawId()}`;
  const made = { id, appId, kind, prefix: tokenPrefix(token), createdAt: now, createdBy: actor };
  await insertToken(tx, { ...made, digest: tokenDigest(token) });
  return { ...made, byName: null, lastUsedAt: null, revokedAt: null, token };
}

/** Creates a token and an audit entry. */
export function createToken(ctx: Context, editor: Editor, kind: TokenKind): Promise<NewToken> {
  return ctx.db.transaction(async (tx) => {
    const made = await addToken(tx, editor, kind, ctx.now());
    await appendAudit(tx, editor, made.createdAt, {
      subject: `token:${made.id}`,
      action: 'create',
      after: { kind, prefix: made.prefix },
    });
    return made;
  });
}
