import { countPlatformLinks } from '../../storage/apps.ts';
import { listTokens, type StoredToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';

export type { StoredToken };

/** All tokens of an app, revoked ones too, oldest first. */
export function listAppTokens(ctx: Context, appId: string): Promise<StoredToken[]> {
  return listTokens(ctx.db, appId);
}

/**
 * A page of them. They are never removed, so the cursor is how many came before, which stays true.
 */
export async function listTokenPage(
  ctx: Context,
  appId: string,
  { limit, cursor = 0 }: PageRequest,
): Promise<Page<StoredToken>> {
  const found = await listTokens(ctx.db, appId, { limit: limit + 1, skip: cursor });
  return {
    entries: found.slice(0, limit),
    next: found.length > limit ? cursor + limit : null,
  };
}

/** How many links the platform tokens of an app have created, deleted ones included. */
export function platformLinks(ctx: Context, appId: string): Promise<number> {
  return countPlatformLinks(ctx.db, appId);
}
