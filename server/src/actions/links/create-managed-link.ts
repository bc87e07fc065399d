import { newLink } from '../../domain/link/link.ts';
import type { ManagedLinkDraft } from '../../domain/link/managed-link-request.ts';
import { fail, refuse } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertLink } from '../../storage/insert-link.ts';
import { managedFields } from '../../storage/link-columns.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { completeNewLink, findLink, type StoredLink } from '../../storage/links.ts';
import { rulesOf, type Context } from '../context.ts';
import { appendLinkEvent } from '../webhooks/events.ts';
import { codesExhausted, keyReused, rowOf, type Once } from './create-link.ts';
import { allFieldsOf, type Author } from './save-link.ts';

export interface CreatedManagedLink {
  readonly link: StoredLink;
  /** False if `unique` found an existing link. */
  readonly created: boolean;
}

/**
 * Creates a link with all fields of the management API, in a transaction of its own, with an audit entry.
 * @throws the problems of `createLink`, `code_taken`, `uri_taken`
 */
export async function createManagedLink(
  ctx: Context,
  { appId, actor }: Author,
  draft: ManagedLinkDraft,
  once?: Once,
): Promise<CreatedManagedLink> {
  const parsed = newLink(draft, await rulesOf(ctx, appId), ctx.own());
  if ('issues' in parsed) refuse(parsed.issues);
  const now = ctx.now();
  const created = rowOf(parsed.link, { appId, id: actor, platform: undefined }, now, once);
  const rules = draft.rules === undefined ? created.rules : draft.rules;
  const row = { ...created, ...managedFields(draft), rules };
  const chosen = draft.code;
  return ctx.db.appTransaction(appId, async (tx) => {
    const inserted = await insertLink(tx, row, chosen, () => ctx.db.drawCode());
    if (inserted.outcome === 'key-reused') keyReused();
    if (!('code' in inserted)) {
      if (chosen === undefined) codesExhausted();
      fail('code_taken', `The code "${chosen}" is taken.`);
    }
    const { code, repeated } = inserted;
    const isNew = inserted.outcome === 'created';
    if (isNew && !repeated) await completeNewLink(tx, code, draft);
    const made = await stored(tx, code);
    if (!isNew && !repeated && chosen !== undefined && chosen !== code) {
      const detail = `The app already has a unique link for this URI, with the code "${code}".`;
      fail('uri_taken', detail, { members: { existing_code: code } });
    }
    if (!isNew || repeated) return { link: made, created: isNew };
    await replaceTags(tx, appId, code, [], made.tags);
    const subject = `smartlink:${code}` as const;
    await appendAudit(tx, { appId, actor }, now, {
      subject,
      action: 'create',
      after: allFieldsOf(made),
    });
    await appendLinkEvent(ctx, tx, { appId, actor }, 'link.created', made);
    return { link: made, created: true };
  });
}

async function stored(tx: Transaction, code: string): Promise<StoredLink> {
  const link = await findLink(tx, code);
  if (!link) throw new Error(`the link ${code} disappeared right after it was found`);
  return link;
}
