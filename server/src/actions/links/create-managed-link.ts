import type { JsonText } from '../../domain/text/json.ts';
import { parseManagedLinkRequest } from '../../domain/link/managed-link-request.ts';
import { fail, refuse } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertLink } from '../../storage/insert-link.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { findLink, type StoredLink } from '../../storage/links.ts';
import { rulesOf, type Context } from '../context.ts';
import { codesExhausted, keyReused, rowOf } from './create-link.ts';
import { allOf, type Editor } from './save-link.ts';

export interface CreatedManagedLink {
  readonly link: StoredLink;
  /** False when `unique` found the link that was there. */
  readonly created: boolean;
}

/**
 * Makes a link with all that a link can have, and writes down who did it. Alone in its transaction,
 * where `createLink` shares one. Fails as that does, and with `code_taken`, `uri_taken`.
 */
export async function createManagedLink(
  ctx: Context,
  { appId, actor }: Editor,
  json: JsonText,
  idempotencyKey?: string,
): Promise<CreatedManagedLink> {
  const parsed = parseManagedLinkRequest(json, await rulesOf(ctx, appId), ctx.own());
  if ('faults' in parsed) refuse(parsed.faults);
  const { link } = parsed;
  const now = ctx.now();
  const created = rowOf(link, { appId, id: actor, platform: undefined }, now, json, idempotencyKey);
  const row = { ...created, tags: link.tags, social: link.social };
  return ctx.db.transaction(async (tx) => {
    const inserted = await insertLink(tx, row, link.code, () => ctx.db.drawCode());
    if (inserted.outcome === 'key-reused') keyReused();
    if (!('code' in inserted)) {
      if (link.code === undefined) codesExhausted();
      fail('code_taken', `The code "${link.code}" is taken.`);
    }
    const { code, repeated } = inserted;
    const made = await stored(tx, code);
    const isNew = inserted.outcome === 'created';
    if (!isNew && !repeated && link.code !== undefined && link.code !== code) uriTaken(code);
    if (!isNew || repeated) return { link: made, created: isNew };
    await replaceTags(tx, appId, code, [], made.tags);
    await appendAudit(tx, {
      appId,
      subject: `smartlink:${code}`,
      action: 'create',
      actor,
      before: null,
      after: allOf(made),
      createdAt: now,
    });
    return { link: made, created: true };
  });
}

function uriTaken(code: string): never {
  fail('uri_taken', `The app already has a unique link for this URI, with the code "${code}".`, {
    members: { existing_code: code },
  });
}

async function stored(tx: Transaction, code: string): Promise<StoredLink> {
  const link = await findLink(tx, code);
  if (!link) throw new Error(`the link ${code} is not there right after it was`);
  return link;
}
