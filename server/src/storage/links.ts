import type { LinkCreator } from '../domain/link/link-creator.ts';
import type { Routes } from '../domain/link/route.ts';
import type { Social } from '../domain/link/social.ts';
import type { Database, Reader, Transaction } from './database.ts';
import {
  assigned,
  boundValues,
  CHANGEABLE_FIELDS,
  LATER_FIELDS,
  LINK_FIELDS,
  pickFields,
  readFields,
  selected,
  type ChangeableField,
  type LaterField,
  type LinkField,
  type LinkFields,
} from './link-columns.ts';
import type { Replicas } from './postgres/replicas.ts';
import { insertMetadataVersion } from './metadata-versions.ts';
import { creatorOf, CREATOR_COLUMNS, type CreatorColumns } from './link-creator.ts';

/** A link with who created it. */
export interface StoredLink extends Omit<LinkFields, 'uniqueKey' | 'overrides' | 'createdBy'> {
  readonly unique: boolean;
  readonly createdBy: LinkCreator;
}

type ReadField = Exclude<LinkField, 'uniqueKey' | 'overrides'>;

// The routes of the request are large, and only needed to rebuild routes.
const READ_FIELDS = LINK_FIELDS.filter(
  (field): field is ReadField => field !== 'uniqueKey' && field !== 'overrides',
);

/** The select list of a `StoredLink`, in a query of `links`; read its rows with `storedLink`. */
export const STORED_LINK = `${selected(READ_FIELDS)},
  links.unique_key is not null as is_unique, ${CREATOR_COLUMNS}`;

/** A row of `STORED_LINK`, before it is read. */
export interface StoredLinkRow extends CreatorColumns {
  /** SQLite has numbers for it. */
  readonly is_unique: boolean | 0 | 1;
}

export function storedLink(row: StoredLinkRow): StoredLink {
  const unique = Boolean(row.is_unique);
  return Object.assign(pickFields(row, READ_FIELDS), { unique, createdBy: creatorOf(row) });
}

const FIND_LINK = `select ${STORED_LINK} from links`;

export async function findLink(db: Reader, code: string): Promise<StoredLink | undefined> {
  const [row] = await db.all<StoredLinkRow>(`${FIND_LINK} where code = ?`, [code]);
  return row && storedLink(row);
}

/** The same in a statement that simultaneous requests share. */
export async function lookUpLink(db: Database, code: string): Promise<StoredLink | undefined> {
  const row = await db.lookUp<StoredLinkRow>(FIND_LINK, 'code', code);
  return row && storedLink(row);
}

const VIEW_FIELDS = [
  'code',
  'appId',
  'routes',
  'state',
  'tags',
  'social',
  'validFrom',
  'validUntil',
  'earlyUrl',
  'expiredUrl',
  'rules',
] as const;
const FIND_VIEW = `select ${selected(VIEW_FIELDS)} from links`;

/** The fields that are needed to open or retrieve a link. */
export interface LinkView extends Omit<Pick<LinkFields, (typeof VIEW_FIELDS)[number]>, 'social'> {
  readonly social: Social | undefined;
}

export async function findLinkView(db: Database, code: string): Promise<LinkView | undefined> {
  const row = await db.lookUp<object>(FIND_VIEW, 'code', code);
  return row && linkView(row);
}

/** For a visit: the same, but a replica that is recent enough can answer. */
export async function findVisitedLink(
  db: Database,
  replicas: Replicas | undefined,
  code: string,
): Promise<LinkView | undefined> {
  const row = await replicas?.lookUp<object>(FIND_VIEW, 'code', code);
  return row ? linkView(row) : findLinkView(db, code);
}

function linkView(row: object): LinkView {
  const link = readFields(row, VIEW_FIELDS);
  return {
    ...link,
    social: link.social === null ? undefined : (JSON.parse(link.social) as Social),
  };
}

/** The code of the unique link that an app has for a URI, by its `uniqueKeyOf`. */
export async function findUniqueCode(
  db: Reader,
  appId: string,
  uniqueKey: string,
): Promise<string | undefined> {
  const sql = 'select code from links where app_id = ? and unique_key = ?';
  return (await db.all<{ code: string }>(sql, [appId, uniqueKey]))[0]?.code;
}

/**
 * Locks the links with these external ids in the order in which a batch of redemptions locks its links: in another order, each could
 * wait for the other. PostgreSQL only.
 */
export async function lockExternalLinks(
  tx: Transaction,
  appId: string,
  externalIds: readonly string[],
): Promise<void> {
  const sql = `select code from links
    where app_id = ? and external_id in (select json_array_elements_text(?::json))
      and external_id is not null and state <> 'deleted'
    order by code collate "C" for no key update`;
  await tx.all(sql, [appId, JSON.stringify(externalIds)]);
}

/** The code of the link with an external id that is not deleted. */
export async function findExternalCode(
  db: Reader,
  appId: string,
  externalId: string,
): Promise<string | undefined> {
  const sql = `select code from links
    where app_id = ? and external_id = ? and external_id is not null and state <> 'deleted'`;
  return (await db.all<{ code: string }>(sql, [appId, externalId]))[0]?.code;
}

const COMPLETE = `update links set ${assigned(LATER_FIELDS)} where code = ?`;

/** Adds what only few links have to a link that was created in the same transaction. */
export async function completeNewLink(
  tx: Transaction,
  code: string,
  fields: Pick<LinkFields, LaterField>,
): Promise<void> {
  if (LATER_FIELDS.every((field) => fields[field] === null)) return;
  await tx.run(COMPLETE, [...boundValues(fields, LATER_FIELDS), code]);
}

const REPLACE_ORIGIN =
  'update links set overrides = ?, unique_key = ?, version = version + ? where code = ?';

/**
 * Replaces what a link is created from, besides its URI. `uniqueKey` undefined: the link is not unique. `isOnly`: nothing else of
 * the link was changed, so its version is incremented here. A change of its routes that has already read the link is refused then.
 */
export async function replaceOrigin(
  tx: Transaction,
  code: string,
  overrides: Routes | undefined,
  uniqueKey: string | undefined,
  isOnly: boolean,
): Promise<void> {
  const fields = { overrides: overrides ?? null, uniqueKey: uniqueKey ?? null };
  const values = boundValues(fields, ['overrides', 'uniqueKey']);
  await tx.run(REPLACE_ORIGIN, [...values, isOnly ? 1 : 0, code]);
}

/** What can be changed of a link. */
export type LinkChange = Pick<LinkFields, ChangeableField>;

const UPDATE = `update links set ${assigned(CHANGEABLE_FIELDS)},
    version = version + 1, metadata_version = ?,
    kept_state = case when ? <> 'deleted' then null when state = 'deleted' then kept_state else state end,
    kept_unique_key = case when ? = 'deleted' then coalesce(unique_key, kept_unique_key) end,
    unique_key = case when ? <> 'deleted' then coalesce(unique_key, kept_unique_key) end
  where code = ? and version = ?`;

/**
 * Writes a changed link, and its previous metadata as a version. `by`: who changes it, and when (milliseconds
 * since 1970-01-01 UTC). Returns false, and changes nothing, if the link has changed since it was read.
 */
export async function updateLink(
  tx: Transaction,
  before: StoredLink,
  after: LinkChange,
  by: { readonly actor: string; readonly at: number },
): Promise<boolean> {
  const metadataChanged = after.metadata !== before.metadata;
  const updated = await tx.run(UPDATE, [
    ...boundValues(after, CHANGEABLE_FIELDS),
    before.metadataVersion + (metadataChanged ? 1 : 0),
    after.state,
    after.state,
    after.state,
    before.code,
    before.version,
  ]);
  if (updated === 0) return false;
  if (metadataChanged) await insertMetadataVersion(tx, before, by);
  return true;
}
