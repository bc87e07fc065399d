import { fail } from '../../problem.ts';
import { appendChange } from '../../storage/changes.ts';
import { findTokens, revokeToken as revoke, type StoredToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';

/**
 * Ends a token for good; every instance notices within a second. `wanted` is its id or as much of
 * its prefix as tells it apart. Revoking twice changes nothing. Fails with `not_found`.
 */
export async function revokeToken(
  ctx: Context,
  appId: string,
  wanted: string,
): Promise<StoredToken> {
  return ctx.db.transaction(async (tx) => {
    const found = await findTokens(tx, appId, wanted);
    const [token] = found;
    if (!token) fail('not_found', `the app has no token with the id or prefix "${wanted}"`);
    if (found.length > 1) {
      const ids = found.map(({ id, prefix }) => `${id} (${prefix}…)`).join(', ');
      fail('not_found', `"${wanted}" is the prefix of more than one token: ${ids}`);
    }
    const now = ctx.now();
    if (!(await revoke(tx, token.id, now))) return token;
    await appendChange(tx, `token:${token.id}`, now);
    return { ...token, revokedAt: now };
  });
}
