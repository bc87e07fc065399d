import { deletedLink } from '../../domain/link/deletion.ts';
import type { Author, Context } from '../context.ts';
import type { StoredLink } from '../../storage/links.ts';
import { assertRole } from '../members/assert-role.ts';
import { assertVersion, getLink, type Versions } from './managed-link.ts';
import { saveLink } from './save-link.ts';

/**
 * Deletes a link: it returns 410 and its code is never reused. It can be restored for `RESTORE_DAYS`, then its content
 * is removed. The ledger stays, and granted redemptions keep their responses. Deleting twice changes nothing.
 * @throws `not_found`, `precondition_failed`, `role_too_low`
 */
export async function deleteLink(
  ctx: Context,
  author: Author,
  code: string,
  versions?: Versions,
): Promise<StoredLink> {
  const deleted = await ctx.db.appTransaction(author.appId, async (tx) => {
    await assertRole(tx, author, 'editor');
    const link = await getLink({ db: tx }, author.appId, code);
    if (link.state === 'deleted') return link;
    assertVersion(link, versions);
    const after = deletedLink(link, ctx.now(), ctx.restoreDays);
    return saveLink(ctx, tx, author, link, after, 'delete');
  });
  ctx.cache.forget(`link:${code}`);
  return deleted;
}
