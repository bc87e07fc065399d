import { listAudit, type ListedAudit } from '../../storage/audit-log.ts';
import type { Context } from '../context.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';

/** Returns a page of the audit log of an app, newest first. */
export function listAppAudit(
  ctx: Context,
  appId: string,
  request: PageRequest,
): Promise<Page<ListedAudit>> {
  return pageOf(request, (before, limit) => listAudit(ctx.db, appId, undefined, before, limit));
}
