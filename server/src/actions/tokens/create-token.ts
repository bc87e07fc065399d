import { secretDigest } from '../../domain/access/session.ts';
import { formatToken, tokenPrefix, type TokenKind } from '../../domain/access/token.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { countActiveTokens, insertToken, type ListedToken } from '../../storage/tokens.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { generateId, generateSecret } from '../sessions/start-session.ts';

export interface NewToken extends ListedToken {
  /** Shown once: only its digest is stored. */
  readonly token: string;
}

/** Valid ones of an app. Many are read while others wait, such as when an owner is removed. */
const MAX_TOKENS = 1000;

/** Creates a token within a transaction. `actor`: the id of a member or token, or `operator`. */
export async function addToken(
  tx: Transaction,
  { appId, actor }: Author,
  kind: TokenKind,
  now: number,
  name: string | null = null,
): Promise<NewToken> {
  const token = formatToken(kind, generateSecret());
  const id = `tok_${generateId()}`;
  const prefix = tokenPrefix(token);
  const made = { id, appId, kind, prefix, name, createdAt: now, createdBy: actor };
  await insertToken(tx, { ...made, digest: secretDigest(token) });
  return { ...made, byName: null, lastUsedAt: null, revokedAt: null, token };
}

/**
 * Creates a token and an audit entry. `name`: null: it has none.
 * @throws `role_too_low`, `too_many_tokens`
 */
export function createToken(
  ctx: Context,
  author: Author,
  kind: TokenKind,
  name: string | null = null,
): Promise<NewToken> {
  return ctx.db.transaction(async (tx) => {
    await assertRole(tx, author, 'owner');
    if ((await countActiveTokens(tx, author.appId)) >= MAX_TOKENS) {
      fail('too_many_tokens', `An app can have ${MAX_TOKENS} valid tokens; revoke one first.`);
    }
    const made = await addToken(tx, author, kind, ctx.now(), name);
    await appendAudit(tx, author, made.createdAt, {
      subject: `token:${made.id}`,
      action: 'create',
      after: { kind, prefix: made.prefix, ...(name === null ? {} : { name }) },
    });
    return made;
  });
}
