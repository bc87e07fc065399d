import type { JsonText } from '../../domain/text/json.ts';
import { parseManagedLinkRequest } from '../../domain/link/managed-link-request.ts';
import { fail, refuse } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { MAX_DRAWS, type LinkRow, type Transaction } from '../../storage/database.ts';
import { keepAnswer, takeKey } from '../../storage/idempotency-keys.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { findLink, type StoredLink } from '../../storage/links.ts';
import { findUniqueCode, insertOneLink, type NewLinkMore } from '../../storage/new-link.ts';
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
  const row = rowOf(link, { appId, id: actor, platform: undefined }, now, json, idempotencyKey);
  return ctx.db.transaction(async (tx) => {
    const kept = await takeKey(tx, row);
    if (kept && kept.bodyDigest !== row.once?.bodyDigest) keyReused();
    if (kept) return { link: await stored(tx, kept.code), created: kept.created };
    const { code, created } = await insert(ctx, tx, row, link, link.code);
    await keepAnswer(tx, row, code, created);
    const made = await stored(tx, code);
    if (!created) return { link: made, created };
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
    return { link: made, created };
  });
}

/** The constraints decide; a look comes only after an insert that they turned away. */
async function insert(
  ctx: Context,
  tx: Transaction,
  row: LinkRow,
  more: NewLinkMore,
  chosen: string | undefined,
): Promise<{ code: string; created: boolean }> {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const code = chosen ?? ctx.db.drawCode();
    if (await insertOneLink(tx, code, row, more)) return { code, created: true };
    const there =
      row.uniqueKey === null ? undefined : await findUniqueCode(tx, row.appId, row.uniqueKey);
    if (there !== undefined && (chosen === undefined || chosen === there)) {
      return { code: there, created: false };
    }
    if (there !== undefined) {
      fail(
        'uri_taken',
        `The app already has a unique link for this URI, with the code "${there}".`,
        { members: { existing_code: there } },
      );
    }
    if (chosen !== undefined) fail('code_taken', `The code "${chosen}" is taken.`);
  }
  return codesExhausted();
}

async function stored(tx: Transaction, code: string): Promise<StoredLink> {
  const link = await findLink(tx, code);
  if (!link) throw new Error(`the link ${code} is not there right after it was`);
  return link;
}
