import { listAudit, type ListedAudit } from '../../storage/audit-log.ts';
import type { Context } from '../context.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';

/** Who changed what of an app and all that belongs to it, the youngest first. */
export function listAppAudit(
  ctx: Context,
  appId: string,
  request: PageRequest,
): Promise<Page<ListedAudit>> {
  return pageOf(request, (before, limit) => listAudit(ctx.db, appId, undefined, before, limit));
}
