import { listAudit, type ListedAudit } from '../../storage/audit-log.ts';
import type { Context } from '../context.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';
import { getLink } from './managed-link.ts';

export type { ListedAudit };

/**
 * Returns a page of a link's audit entries, newest first.
 * @throws `not_found`
 */
export async function linkHistory(
  ctx: Context,
  appId: string,
  code: string,
  request: PageRequest,
): Promise<Page<ListedAudit>> {
  await getLink(ctx, appId, code);
  return pageOf(request, (before, limit) =>
    listAudit(ctx.db, appId, `smartlink:${code}`, before, limit),
  );
}
