import type { Actor } from '../../domain/access/token.ts';
import type { OpenReport } from '../../domain/click/open-report.ts';
import { isCode } from '../../domain/link/code.ts';
import { findLinkView } from '../../storage/links.ts';
import type { Context } from '../context.ts';
import { unknownToToken } from '../links/unknown-to-token.ts';
import { recordEvent } from './record-event.ts';

/**
 * Counts that a link opened the app of a token, also if the link is disabled or deleted by now, because its visits
 * count too. Does not wait for the click store. If clicks are not recorded, it does nothing.
 * @throws `not_found`
 */
export async function reportOpen(
  ctx: Context,
  { appId, platform }: Pick<Actor, 'appId' | 'platform'>,
  { code, id, ageSeconds, campaign }: OpenReport,
): Promise<void> {
  if (!ctx.clicks) return;
  const link = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  if (link?.appId !== appId) unknownToToken();
  const at = ctx.now() - ageSeconds * 1000;
  recordEvent(ctx, { kind: 'open', at, appId, code, platform, campaign, reportId: id });
}
