import type { Context } from '../context.ts';
import { assertVersion, getLink, type Versions } from './managed-link.ts';
import { saveLink, type Author } from './save-link.ts';

/**
 * Deletes a link permanently: it returns 410 and its code is never reused. The ledger stays, and granted
 * redemptions keep their responses. Deleting twice changes nothing.
 * @throws `not_found`, `precondition_failed`
 */
export async function deleteLink(
  ctx: Context,
  author: Author,
  code: string,
  versions?: Versions,
): Promise<void> {
  await ctx.db.appTransaction(author.appId, async (tx) => {
    const link = await getLink({ db: tx }, author.appId, code);
    if (link.state === 'deleted') return;
    assertVersion(link, versions);
    await saveLink(ctx, tx, author, link, { ...link, state: 'deleted' }, 'delete');
  });
  ctx.cache.forget(`link:${code}`);
}
