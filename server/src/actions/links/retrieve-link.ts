import { hash } from 'node:crypto';
import { retrievalKey, type Retrieval } from '../../cache/link-cache.ts';
import { isCode } from '../../domain/link/code.ts';
import type { Actor } from '../../domain/access/token.ts';
import { routesForToken } from '../../domain/link/route.ts';
import { findLinkView } from '../../storage/links.ts';
import type { Context } from '../context.ts';

/** The token that reads. A server token has no platform and gets all routes. */
type LinkReader = Pick<Actor, 'appId' | 'platform'>;

/** Returns the cached response, if there is one. */
export function cachedRetrieval(
  ctx: Context,
  { appId, platform }: LinkReader,
  code: string,
): Retrieval | undefined {
  const known = ctx.cache.retrievals.get(retrievalKey(platform, code));
  return known?.appId === appId ? known : undefined;
}

/**
 * Returns the routes of a link for the platform of a token, or undefined if the app has no such link.
 */
export async function retrieveLink(
  ctx: Context,
  { appId, platform }: LinkReader,
  code: string,
): Promise<Retrieval | undefined> {
  if (!isCode(code)) return undefined;
  return ctx.cache.retrievals.through(retrievalKey(platform, code), async () => {
    const link = await findLinkView(ctx.db, code);
    if (!link || link.appId !== appId || link.state === 'deleted') return undefined;
    const routes = routesForToken(link.routes, platform);
    const body = JSON.stringify({ smartlink: { code, tags: link.tags, routes } });
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    return { appId, body, etag };
  });
}
