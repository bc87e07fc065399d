import { draftedLink, type DraftedLink, type NewLink } from '../../domain/link/link.ts';
import type { AppRules } from '../../domain/link/link-routes.ts';
import type { ManagedLinkDraft } from '../../domain/link/managed-link-request.ts';
import { defaultValidUntil } from '../../domain/link/validity.ts';
import type { Issue } from '../../domain/text/issue.ts';
import { fail, refuse } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { insertLink } from '../../storage/insert-link.ts';
import { managedFields } from '../../storage/link-columns.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { completeNewLink, findLink, type StoredLink } from '../../storage/links.ts';
import { rulesOf, type Context, type Author } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { appendLinkEvent } from '../webhooks/events.ts';
import { noteIfEnded } from '../webhooks/note-if-ended.ts';
import {
  codesExhausted,
  firstAnswer,
  keyReused,
  rowOf,
  uniqueAnswer,
  type Once,
} from './create-link.ts';
import { assertExternalIdIsFree } from './external-id.ts';
import { allFieldsOf } from './save-link.ts';

export interface CreatedManagedLink {
  readonly link: StoredLink;
  /** False if `unique` found an existing link. */
  readonly created: boolean;
}

/**
 * Creates a link with all fields of the management API, in a transaction of its own, with an audit entry.
 * @throws the problems of `createLink`, `code_taken`, `uri_taken`, `external_id_taken`, `role_too_low`
 */
export async function createManagedLink(
  ctx: Context,
  author: Author,
  draft: ManagedLinkDraft,
  once?: Once,
): Promise<CreatedManagedLink> {
  const planned = plannedLink(ctx, draft, await rulesOf(ctx, author.appId));
  if (errorsOf(planned).length > 0) {
    const first = await firstAnswer(ctx, { appId: author.appId, platform: undefined }, once);
    if (first) return { link: await stored(ctx.db, first.code), created: first.created };
    const existing = await existingUniqueLink(ctx.db, author.appId, draft);
    if (existing) return { link: existing, created: false };
    refuse(errorsOf(planned));
  }
  return ctx.db.appTransaction(author.appId, async (tx) => {
    await assertRole(tx, author, 'editor');
    return insertManagedLink(ctx, tx, author, planned, once);
  });
}

/**
 * A link to create: the request, and what the rules of the app make of it. If it has errors by these rules, the request
 * can still be one for a link that exists.
 */
export interface PlannedLink extends DraftedLink {
  readonly draft: ManagedLinkDraft;
  readonly rules: AppRules;
}

export function plannedLink(ctx: Context, draft: ManagedLinkDraft, rules: AppRules): PlannedLink {
  return { draft, rules, ...draftedLink(draft, rules, ctx.own()) };
}

/** All errors of a request for a new link. */
export function errorsOf({ issues, metadataIssues }: PlannedLink): readonly Issue[] {
  return [...issues, ...metadataIssues];
}

/**
 * Checks what does not depend on the rules of the app, nor on whether the link exists.
 * @throws `validation_failed` with all errors
 */
export function assertValidDraft(planned: PlannedLink): void {
  if (planned.draft.issues.length > 0) refuse(errorsOf(planned));
}

/** @throws `validation_failed` */
export function newLinkOf(planned: PlannedLink): NewLink {
  const { link, metadataIssues } = planned;
  return link && metadataIssues.length === 0 ? link : refuse(errorsOf(planned));
}

/**
 * The unique link that a request gets although a new one could be refused now.
 * @throws `uri_taken`
 */
async function existingUniqueLink(
  db: Reader,
  appId: string,
  draft: ManagedLinkDraft,
): Promise<StoredLink | undefined> {
  const existing = await uniqueAnswer(db, { appId, platform: undefined }, draft);
  if (!existing) return undefined;
  const link = await stored(db, existing.code);
  assertExistingFits(link, draft);
  return link;
}

/** What is stored of a new link. */
export function newRow(
  ctx: Context,
  { appId, actor }: Author,
  draft: ManagedLinkDraft,
  link: NewLink,
  once?: Once,
) {
  const now = ctx.now();
  const created = rowOf(link, { appId, id: actor, platform: undefined }, now, once);
  const rules = draft.rules === undefined ? created.rules : draft.rules;
  const { sent, validFrom } = draft;
  const validUntil = sent.has('valid_until')
    ? draft.validUntil
    : defaultValidUntil(link.validForSeconds, validFrom, now);
  return { ...created, ...managedFields(draft), rules, validUntil };
}

/**
 * The same in a transaction that locks the app. Of a request with errors, it does not look up the first answer to its key.
 * If it throws for any other reason than `external_id_taken`, it has written nothing.
 */
export async function insertManagedLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  planned: PlannedLink,
  once?: Once,
): Promise<CreatedManagedLink> {
  const { appId } = author;
  const { draft } = planned;
  if (errorsOf(planned).length > 0) {
    const existing = await existingUniqueLink(tx, appId, draft);
    if (existing) return { link: existing, created: false };
  }
  const row = newRow(ctx, author, draft, newLinkOf(planned), once);
  const chosen = draft.code;
  const inserted = await insertLink(tx, row, chosen, () => ctx.db.drawCode());
  if (inserted.outcome === 'key-reused') keyReused();
  if (!('code' in inserted)) {
    if (chosen === undefined) codesExhausted();
    codeTaken(chosen);
  }
  const { code, repeated } = inserted;
  const isNew = inserted.outcome === 'created';
  if (isNew && !repeated) {
    await assertExternalIdIsFree(tx, appId, { code, externalId: draft.externalId });
    await completeNewLink(tx, code, draft);
  }
  const made = await stored(tx, code);
  if (!isNew && !repeated) assertExistingFits(made, draft);
  if (!isNew || repeated) return { link: made, created: isNew };
  await replaceTags(tx, appId, code, [], made.tags);
  const subject = `smartlink:${code}` as const;
  const after = allFieldsOf(made);
  await appendAudit(tx, author, row.createdAt, { subject, action: 'create', after });
  await appendLinkEvent(ctx, tx, author, 'link.created', made);
  await noteIfEnded(ctx, tx, made, row.createdAt);
  return { link: made, created: true };
}

export function codeTaken(code: string): never {
  fail('code_taken', `The code "${code}" is taken.`);
}

/**
 * A request for the existing unique link of a URI must not ask for another code or external id than it has.
 * @throws `uri_taken`
 */
export function assertExistingFits(
  { code, externalId }: Pick<StoredLink, 'code' | 'externalId'>,
  draft: ManagedLinkDraft,
): void {
  const fits = (draft.code ?? code) === code && (draft.externalId ?? externalId) === externalId;
  if (!fits) uriTaken(code);
}

export function uriTaken(code: string): never {
  const detail = `The app already has a unique link for this URI, with the code "${code}".`;
  fail('uri_taken', detail, { members: { existing_code: code } });
}

async function stored(db: Reader, code: string): Promise<StoredLink> {
  const link = await findLink(db, code);
  if (!link) throw new Error(`the link ${code} disappeared right after it was found`);
  return link;
}
