import { listAudit, type AuditEntry } from '../../storage/audit-log.ts';
import type { Context } from '../context.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';
import { getLink } from './managed-link.ts';

export type { AuditEntry };

/** Who changed what of a link, the youngest first. Fails with `not_found`. */
export async function linkHistory(
  ctx: Context,
  appId: string,
  code: string,
  request: PageRequest,
): Promise<Page<AuditEntry & { readonly seq: number }>> {
  await getLink(ctx, appId, code);
  return pageOf(request, (before, limit) =>
    listAudit(ctx.db, appId, `smartlink:${code}`, before, limit),
  );
}
