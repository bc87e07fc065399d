import { hash } from 'node:crypto';
import { retrievalKey, type Retrieval } from '../../cache/link-cache.ts';
import { isCode } from '../../domain/link/code.ts';
import type { Platform } from '../../domain/app/platform.ts';
import { routesForToken } from '../../domain/link/route.ts';
import { findLinkView } from '../../storage/links.ts';
import type { Context } from '../context.ts';

/** The reader: the app, and the platform of the token (undefined: a server token, which reads all routes). */
export interface Viewer {
  readonly appId: string;
  readonly platform: Platform | undefined;
}

/** Returns the cached response, if there is one. */
export function cachedRetrieval(ctx: Context, viewer: Viewer, code: string): Retrieval | undefined {
  const known = ctx.memory.retrievals.get(retrievalKey(viewer.platform, code));
  return known?.appId === viewer.appId ? known : undefined;
}

/**
 * Returns the routes of a link that the reader's platform can see, or undefined if the app has no such
 * link.
 */
export async function retrieveLink(
  ctx: Context,
  viewer: Viewer,
  code: string,
): Promise<Retrieval | undefined> {
  if (!isCode(code)) return undefined;
  return ctx.memory.retrievals.through(retrievalKey(viewer.platform, code), async () => {
    const link = await findLinkView(ctx.db, code);
    if (!link || link.appId !== viewer.appId || link.state === 'deleted') return undefined;
    const routes = routesForToken(link.routes, viewer.platform);
    const body = JSON.stringify({ smartlink: { code, tags: link.tags, routes } });
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    return { appId: link.appId, body, etag };
  });
}
