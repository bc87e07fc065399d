import { secretDigest } from '../../domain/access/session.ts';
import { tokenFromHeader, type Actor } from '../../domain/access/token.ts';
import { fail } from '../../problem.ts';
import { findTokenByDigest } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';

/**
 * Returns the token of an `Authorization` header. Missing, malformed, unknown and revoked tokens fail in
 * the same way.
 * @throws `unauthorized`
 */
export function authenticate(ctx: Context, header: string | undefined): Actor | Promise<Actor> {
  const token = tokenFromHeader(header);
  if (token === undefined) return refuseToken();
  const digest = secretDigest(token);
  return ctx.cache.actors.get(digest) ?? lookUp(ctx, digest);
}

async function lookUp(ctx: Context, digest: string): Promise<Actor> {
  const actor = await ctx.cache.actors.through(digest, async () => {
    const token = await findTokenByDigest(ctx.db, digest);
    if (!token || token.revokedAt !== null) return undefined;
    const platform = token.kind === 'server' ? undefined : token.kind;
    return { id: token.id, appId: token.appId, platform };
  });
  return actor ?? refuseToken();
}

/**
 * The response for missing, malformed, unknown and revoked tokens.
 * @throws `unauthorized`
 */
export function refuseToken(): never {
  fail('unauthorized', 'Send "Authorization: Token <token>" with a valid token of this service.');
}
