import { countPlatformLinks } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { listTokens, type ListedToken } from '../../storage/tokens.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';

export type { ListedToken };

/** All tokens of an app, revoked ones too, oldest first. */
export function listAppTokens(ctx: Context, appId: string): Promise<ListedToken[]> {
  return listTokens(ctx.db, appId);
}

/**
 * A page of them. They are never removed, so the cursor is how many came before, which stays true.
 */
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

/** How many links the platform tokens of an app have created, deleted ones included. */
export function platformLinks(ctx: Context, appId: string): Promise<number> {
  return countPlatformLinks(ctx.db, appId);
}

/**
 * The valid tokens that a member made, and those that were made with these: what somebody can still have who
 * is no owner of the app any more. Oldest first.
 */
export async function listTokensFrom(
  db: Reader,
  appId: string,
  memberId: string,
): Promise<ListedToken[]> {
  const tokens = await listTokens(db, appId);
  const makers = new Set<string | null>([memberId]);
  // Revoked ones too: what was made with them may be valid.
  for (let before = 0; makers.size > before;) {
    before = makers.size;
    for (const { id, createdBy } of tokens) if (makers.has(createdBy)) makers.add(id);
  }
  return tokens.filter(({ createdBy, revokedAt }) => revokedAt === null && makers.has(createdBy));
}
