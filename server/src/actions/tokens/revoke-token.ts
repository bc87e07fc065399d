import { isToken, tokenPrefix } from '../../domain/access/token.ts';
import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { findTokens, revokeToken as revoke, type ListedToken } from '../../storage/tokens.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { withdrawInvitationsBy } from '../members/withdraw-invitation.ts';

/**
 * Revokes a token and withdraws the open invitations created with it, with an audit entry. Every instance
 * applies it within a second. `idOrPrefix`: the id, or enough of the prefix to identify it. Revoking twice
 * changes nothing.
 * @throws `not_found`, `role_too_low`
 */
export async function revokeToken(
  ctx: Context,
  author: Author,
  idOrPrefix: string,
): Promise<ListedToken> {
  // If the whole token is entered, messages must not repeat it.
  const name = isToken(idOrPrefix) ? tokenPrefix(idOrPrefix) : idOrPrefix;
  if (!/^(?:tok_.|sl_[a-z]+_)/.test(name)) {
    fail('not_found', `"${name}" is neither the id of a token (tok_…) nor its prefix (sl_…)`);
  }
  const revoked = await ctx.db.transaction(async (tx) => {
    await assertRole(tx, author, 'owner');
    const found = await findTokens(tx, author.appId, name);
    const [token] = found;
    if (!token) fail('not_found', `the app has no token with the id or prefix "${name}"`);
    if (found.length > 1) {
      const ids = found.map(({ id, prefix }) => `${id} (${prefix}…)`).join(', ');
      fail('not_found', `"${name}" is the prefix of more than one token: ${ids}`);
    }
    return revokeIn(ctx, tx, author, token);
  });
  ctx.cache.forget(`token:${revoked.id}`);
  return revoked;
}

/** The same for a token of the app in a transaction. The caller then lets the cache forget it. */
export async function revokeIn(
  ctx: Context,
  tx: Transaction,
  author: Author,
  token: ListedToken,
): Promise<ListedToken> {
  const now = ctx.now();
  if (!(await revoke(tx, token.id, now))) return token;
  await appendAudit(tx, author, now, {
    subject: `token:${token.id}`,
    action: 'revoke',
    before: { revoked: false },
    after: { revoked: true },
  });
  await withdrawInvitationsBy(tx, author, token.id, now);
  await appendChange(tx, `token:${token.id}`, now);
  return { ...token, revokedAt: now };
}
