import type { Social } from '../../domain/link/social.ts';
import { phaseAt } from '../../domain/link/validity.ts';
import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import type { Context } from '../context.ts';
import type { ManagedLink } from '../links/managed-link.ts';

/**
 * A link as the management API and the commands return it, without metadata, which is JSON text that the
 * API sends unchanged.
 */
export function linkDocument(ctx: Context, link: ManagedLink) {
  const { code, externalId, uri, name, note, unique, template, routes, tags, state, redemptions } =
    link;
  return {
    code,
    smartlink: `${ctx.own().smartlinkBase}/${code}`,
    external_id: externalId,
    uri,
    name,
    note,
    unique,
    template,
    routes,
    rules: link.rules ?? [],
    own_rules: link.ownRules === 1,
    tags,
    state,
    restorable_until: formatTimeOrNull(link.restorableUntil),
    social: link.social === null ? null : (JSON.parse(link.social) as Social),
    valid_from: formatTimeOrNull(link.validFrom),
    valid_until: formatTimeOrNull(link.validUntil),
    early_url: link.earlyUrl,
    expired_url: link.expiredUrl,
    validity: phaseAt(link, ctx.now()),
    redeem_limit: link.redeemLimit,
    redemptions,
    created_at: formatTime(link.createdAt),
    created_by: link.createdBy,
  };
}

/** Returns a link as commands print it with `--json`: the document of the management API. */
export function fullLink(ctx: Context, link: ManagedLink): object {
  const metadata = link.metadata === null ? null : (JSON.parse(link.metadata) as unknown);
  return { ...linkDocument(ctx, link), metadata };
}
