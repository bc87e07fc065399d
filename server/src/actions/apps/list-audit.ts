import { withoutNamed } from '../../domain/template/current-routes.ts';
import { listAudit, type ListedAudit } from '../../storage/audit-log.ts';
import type { Context } from '../context.ts';
import { getLink } from '../links/managed-link.ts';
import { pageOf, type Page, type PageRequest } from '../page.ts';

export type { ListedAudit };

/**
 * Returns a page of the audit log of an app, or of its link with a code, newest first.
 * @throws `not_found` if the app has no such link
 */
export async function listAppAudit(
  ctx: Context,
  appId: string,
  request: PageRequest,
  code?: string,
): Promise<Page<ListedAudit>> {
  if (code !== undefined) await getLink(ctx, appId, code);
  const subject = code === undefined ? undefined : (`smartlink:${code}` as const);
  const read = (before: number, limit: number) => listAudit(ctx.db, appId, subject, before, limit);
  const page = await pageOf(request, read);
  return { ...page, entries: page.entries.map(withoutNamed) };
}
