import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  CHANGEABLE_FIELDS,
  jsonMember,
  jsonValue,
  type ChangeableField,
} from '../../storage/link-columns.ts';
import { replaceTags } from '../../storage/link-tags.ts';
import { findLink, updateLink, type LinkChange, type StoredLink } from '../../storage/links.ts';
import { noteSearchChange, SEARCHED_FIELDS } from '../../storage/search-index.ts';
import type { EventType } from '../../domain/webhook/event-type.ts';
import type { Author, Context } from '../context.ts';
import { appendLinkEvent, wantsEventsInTransaction } from '../webhooks/events.ts';
import { noteIfEnded } from '../webhooks/note-if-ended.ts';

const SEARCHED: ReadonlySet<string> = new Set(SEARCHED_FIELDS);

type LinkAction = 'change' | 'delete' | 'restore';

/**
 * Writes a changed link and its audit entry, and returns the link; writes nothing if nothing is different.
 * @throws `precondition_failed`
 */
export async function saveLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  link: StoredLink,
  after: LinkChange,
  action: LinkAction,
): Promise<StoredLink> {
  const fields = changedFields(link, after);
  if (fields.length === 0) return link;
  if (!(await writeLink(ctx, tx, author, { link, after, fields, action }))) changedInTheMeantime();
  return (await findLink(tx, link.code)) ?? link;
}

export function changedInTheMeantime(): never {
  fail('precondition_failed', 'The smart link was changed by someone else in the meantime.');
}

export function changedFields(link: StoredLink, after: LinkChange): ChangeableField[] {
  return CHANGEABLE_FIELDS.filter((field) => jsonValue(field, link) !== jsonValue(field, after));
}

export interface WrittenChange {
  readonly link: StoredLink;
  readonly after: LinkChange;
  /** What the audit entry contains; can also name the template of a link that keeps it. */
  readonly fields: readonly ChangeableField[];
  readonly action: LinkAction;
}

/** Writes a changed link, its audit entry and its event. Returns false, and writes nothing, if the link has changed since. */
export async function writeLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  { link, after, fields, action }: WrittenChange,
): Promise<boolean> {
  const now = ctx.now();
  const { code } = link;
  if (!(await updateLink(tx, link, after, { actor: author.actor, at: now }))) return false;
  await replaceTags(tx, author.appId, code, link.tags, after.tags);
  await appendAudit(tx, author, now, {
    subject: `smartlink:${code}`,
    action,
    before: membersOf(link, fields),
    after: membersOf(after, fields),
  });
  await appendChange(tx, `link:${code}`, now);
  await appendChangeEvent(ctx, tx, author, link, after);
  if (fields.includes('validUntil') || fields.includes('state')) {
    await noteIfEnded(ctx, tx, { ...after, appId: author.appId, code }, now);
  }
  if (fields.some((field) => SEARCHED.has(field))) await noteSearchChange(tx, code);
  return true;
}

/**
 * Adds the event of a written change. It shows the row: `unique` follows from the state, and redemptions can have been
 * granted since the link was read.
 */
async function appendChangeEvent(
  ctx: Context,
  tx: Transaction,
  author: Author,
  link: StoredLink,
  after: LinkChange,
): Promise<void> {
  const type = eventType(link, after);
  if (!(await wantsEventsInTransaction(ctx, author.appId, type))) return;
  const written = (await findLink(tx, link.code)) ?? { ...link, ...after };
  const previous = membersOf(link, changedFields(link, after));
  await appendLinkEvent(ctx, tx, author, type, written, previous);
}

/** A change of the state is more important than what else was changed with it. */
function eventType(before: LinkChange, { state }: LinkChange): EventType {
  if (state === before.state) return 'link.updated';
  if (state === 'deleted') return 'link.deleted';
  if (before.state === 'deleted') return 'link.restored';
  return state === 'disabled' ? 'link.disabled' : 'link.enabled';
}

/** Some fields by the names of the API, as JSON text. */
function membersOf(
  link: LinkChange,
  fields: readonly ChangeableField[] = CHANGEABLE_FIELDS,
): string {
  return `{${fields.map((field) => jsonMember(field, link)).join(',')}}`;
}

/** A new link, for the audit log. */
export function allFieldsOf(link: StoredLink): string {
  return `{"unique":${link.unique},${membersOf(link).slice(1)}`;
}
