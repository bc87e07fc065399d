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
import { noteSearchChange } from '../../storage/search-index.ts';
import type { Context } from '../context.ts';

/** Who changes something, and in which app. */
export interface Author {
  readonly appId: string;
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
}

/** The fields that a search reads. */
const SEARCHED: ReadonlySet<ChangeableField> = new Set([
  'tags',
  'name',
  'note',
  'social',
  'metadata',
]);

/**
 * Writes a changed link and its audit entry; writes nothing if nothing is different.
 * @throws `precondition_failed`
 */
export async function saveLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  link: StoredLink,
  after: LinkChange,
  action: 'change' | 'delete',
): Promise<StoredLink> {
  const changed = CHANGEABLE_FIELDS.filter(
    (field) => jsonValue(field, link) !== jsonValue(field, after),
  );
  if (changed.length === 0) return link;
  const now = ctx.now();
  const { code } = link;
  if (!(await updateLink(tx, link, after, { actor: author.actor, at: now }))) {
    fail('precondition_failed', 'The smart link was changed by someone else in the meantime.');
  }
  await replaceTags(tx, author.appId, code, link.tags, after.tags);
  await appendAudit(tx, author, now, {
    subject: `smartlink:${code}`,
    action,
    before: membersOf(link, changed),
    after: membersOf(after, changed),
  });
  await appendChange(tx, `link:${code}`, now);
  if (changed.some((field) => SEARCHED.has(field))) await noteSearchChange(tx, code);
  return (await findLink(tx, code)) ?? link;
}

/** Some fields by the names of the API, as JSON text. */
function membersOf(link: LinkChange, fields = CHANGEABLE_FIELDS): string {
  return `{${fields.map((field) => jsonMember(field, link)).join(',')}}`;
}

/** A new link, for the audit log. */
export function allFieldsOf(link: StoredLink): string {
  const { uri, unique, template } = link;
  return `${JSON.stringify({ uri, unique, template }).slice(0, -1)},${membersOf(link).slice(1)}`;
}
