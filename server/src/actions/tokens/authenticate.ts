import { tokenDigest, tokenFromHeader, type Actor } from '../../domain/access/token.ts';
import { fail } from '../../problem.ts';
import { findTokenByDigest } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';

/**
 * Whose token an `Authorization` header carries. Missing, malformed, unknown and revoked all fail
 * with the same `unauthorized`.
 */
export function authenticate(ctx: Context, header: string | undefined): Actor | Promise<Actor> {
  const token = tokenFromHeader(header);
  if (token === undefined) return refuseToken();
  const digest = tokenDigest(token);
  return ctx.memory.actors.get(digest) ?? lookUp(ctx, digest);
}

async function lookUp(ctx: Context, digest: string): Promise<Actor> {
  const { moment } = ctx.memory;
  const token = await findTokenByDigest(ctx.db, digest);
  if (!token || token.revokedAt !== null) return refuseToken();
  const platform = token.kind === 'server' ? undefined : token.kind;
  const actor = { id: token.id, appId: token.appId, platform };
  if (ctx.memory.isCurrent(moment)) ctx.memory.actors.set(digest, actor);
  return actor;
}

/** The one answer to a token that is missing, malformed, unknown or revoked. */
export function refuseToken(): never {
  fail('unauthorized', 'Send "Authorization: Token <token>" with a valid token of this service.');
}
