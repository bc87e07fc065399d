import { countPlatformLinks } from '../../storage/apps.ts';
import { listTokens, type ListedToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';

export type { ListedToken };

/** Returns all tokens of an app, oldest first, including revoked ones. */
export function listAppTokens(ctx: Context, appId: string): Promise<ListedToken[]> {
  return listTokens(ctx.db, appId);
}

/** Returns a page of tokens. Tokens are never removed, so the cursor is the number of previous tokens. */
export async function listTokenPage(
  ctx: Context,
  appId: string,
  { limit, cursor = 0 }: PageRequest,
): Promise<Page<ListedToken>> {
  const found = await listTokens(ctx.db, appId, { limit: limit + 1, skip: cursor });
  return {
    entries: found.slice(0, limit),
    next: found.length > limit ? cursor + limit : null,
  };
}

/** The number of links that the platform tokens of an app have created, including deleted ones. */
export function platformLinks(ctx: Context, appId: string): Promise<number> {
  return countPlatformLinks(ctx.db, appId);
}
