import { finalReason } from '../../domain/link/deletion.ts';
import { SERVICE } from '../../domain/link/link-creator.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  deleteMetadataVersions,
  listExpiredDeletions,
  removeContent,
  wasRedeemed,
} from '../../storage/deleted-links.ts';
import { deletionTime } from '../../storage/deletion-time.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { findLink, type LinkChange, type StoredLink } from '../../storage/links.ts';
import { noteSearchChange } from '../../storage/search-index.ts';
import type { Context } from '../context.ts';

/** Links of one call. */
const LINKS_AT_A_TIME = 20;
/** Earlier metadata of one transaction: a version can have 16 KB. */
const VERSIONS_AT_A_TIME = 100;
/** The clocks of processes differ a little: a link that was just restored must not lose its metadata. */
const MARGIN_MS = 60_000;

/** Removes the content of some links that cannot be restored any more. Returns whether there may be others. */
export async function removeContents(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const now = await deletionTime(ctx.db, ctx.now());
  const due = await listExpiredDeletions(ctx.db, now - MARGIN_MS, LINKS_AT_A_TIME);
  for (const { code, appId } of due) {
    while (!(await removeSome(ctx, appId, code, now))) signal.throwIfAborted();
    ctx.cache.forget(`link:${code}`);
    signal.throwIfAborted();
  }
  return due.length === LINKS_AT_A_TIME;
}

/** One transaction for a link; false: it needs more of them. Another process can do the same at the same time. */
function removeSome(ctx: Context, appId: string, code: string, now: number): Promise<boolean> {
  return ctx.db.appTransaction(appId, async (tx) => {
    const link = await findLink(tx, code);
    if (link?.state !== 'deleted' || link.restorableUntil === null) return true;
    if (finalReason(link, now) === undefined) return true;
    // A repeated redemption gets its first response, which is made of the metadata.
    const keepsMetadata = await wasRedeemed(tx, code);
    if (!keepsMetadata) {
      const deleted = await deleteMetadataVersions(tx, code, VERSIONS_AT_A_TIME);
      if (deleted === VERSIONS_AT_A_TIME) return false;
    }
    await remove(ctx, tx, link, keepsMetadata);
    return true;
  });
}

async function remove(
  ctx: Context,
  tx: Transaction,
  link: StoredLink,
  keepsMetadata: boolean,
): Promise<void> {
  const { appId, code } = link;
  const now = ctx.now();
  const rest = restOf(link, keepsMetadata);
  if (!(await removeContent(tx, link, rest))) return;
  await replaceTags(tx, appId, code, link.tags, rest.tags);
  await appendAudit(tx, { appId, actor: SERVICE }, now, {
    subject: `smartlink:${code}`,
    action: 'remove',
  });
  await appendChange(tx, `link:${code}`, now);
  await noteSearchChange(tx, code);
}

/** What stays of a deleted link. */
function restOf(link: StoredLink, keepsMetadata: boolean): LinkChange {
  return {
    uri: '',
    state: 'deleted',
    redeemLimit: link.redeemLimit,
    metadata: keepsMetadata ? link.metadata : null,
    routes: {},
    template: null,
    tags: [],
    externalId: null,
    social: null,
    name: null,
    note: null,
    validFrom: null,
    validUntil: null,
    earlyUrl: null,
    expiredUrl: null,
    restorableUntil: null,
    rules: null,
    ownRules: null,
  };
}
