import { formatTimeOrNull } from '../domain/text/format-time.ts';
import type { LinkState } from '../domain/link/link-state.ts';
import type { Routes } from '../domain/link/route.ts';
import type { LinkRule } from '../domain/rule/link-rule.ts';
import type { RoutedLink } from '../domain/template/rebuilt-link.ts';

/** The parameters and results of statements: text, numbers, null. Times are integers, JSON is text. */
export type SqlValue = string | number | null;

/**
 * A column of `links`. `text`, `integer` and `bigint` hold the value itself; `json` holds a value as JSON
 * text and is parsed when it is read; `json text` is JSON text in the code too, exactly as it was sent; `time` is a
 * time in milliseconds since 1970-01-01 UTC.
 */
interface Column<Value> {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'bigint' | 'json' | 'json text' | 'time';
  /** Written when a link is created; all others begin with the default of the database. */
  readonly created?: true;
  /** Can be changed later. */
  readonly changeable?: true;
  /** The value of a create that sets no other; only the management API does. */
  readonly initial?: Value;
  /** Exists for the type alone. */
  readonly value?: Value;
}

type Use<Value> = Pick<Column<Value>, 'created' | 'changeable' | 'initial'>;

/** Declares a column; `Value` is what the code sees. */
function column<Value>() {
  return <const U extends Use<Value>>(name: string, kind: Column<Value>['kind'], use: U) =>
    ({ name, kind, ...use }) as Column<Value> & U;
}

const CREATED = { created: true } as const;
const CHANGEABLE = { changeable: true } as const;
const BOTH = { created: true, changeable: true } as const;

/**
 * Every column of `links` but its number, by the name that the code uses. Selects, inserts on both engines,
 * changes, row types and the audit log are derived from this table.
 */
const COLUMNS = {
  code: column<string>()('code', 'text', {}),
  appId: column<string>()('app_id', 'text', CREATED),
  uri: column<string>()('uri', 'text', BOTH),
  /** Set for a link created with `unique`: see `uniqueKeyOf`. */
  uniqueKey: column<string | null>()('unique_key', 'text', CREATED),
  routes: column<Routes>()('routes', 'json', BOTH),
  /** `routes` of the request, as they were sent. */
  overrides: column<RoutedLink['overrides'] | null>()('overrides', 'json', CREATED),
  template: column<string | null>()('template', 'text', BOTH),
  tags: column<readonly string[]>()('tags', 'json', { ...BOTH, initial: [] }),
  redeemLimit: column<number | null>()('redeem_limit', 'integer', BOTH),
  metadata: column<string | null>()('metadata', 'json text', BOTH),
  social: column<string | null>()('social', 'json text', { ...BOTH, initial: null }),
  /** Conditional routes; null: none. */
  rules: column<readonly LinkRule[] | null>()('rules', 'json', BOTH),
  state: column<LinkState>()('state', 'text', CHANGEABLE),
  /** Grants that were not undone. */
  redemptions: column<number>()('redemptions', 'bigint', {}),
  /** Increases with every change, but not with redemptions. */
  version: column<number>()('version', 'integer', {}),
  metadataVersion: column<number>()('metadata_version', 'integer', {}),
  /** Milliseconds since 1970-01-01 UTC. */
  createdAt: column<number>()('created_at', 'bigint', CREATED),
  createdBy: column<string | null>()('created_by', 'text', CREATED),
  // Written after a create that has them, so that other creates do not bind them.
  name: column<string | null>()('name', 'text', CHANGEABLE),
  note: column<string | null>()('note', 'text', CHANGEABLE),
  /** The id that the app's own system has for the link; unique among links of the app that are not deleted. */
  externalId: column<string | null>()('external_id', 'text', CHANGEABLE),
  validFrom: column<number | null>()('valid_from', 'time', CHANGEABLE),
  validUntil: column<number | null>()('valid_until', 'time', { ...BOTH, initial: null }),
  earlyUrl: column<string | null>()('early_url', 'text', CHANGEABLE),
  expiredUrl: column<string | null>()('expired_url', 'text', CHANGEABLE),
  /** Until when a deleted link can be restored; null: it is not deleted, or its content is removed. */
  restorableUntil: column<number | null>()('restorable_until', 'time', CHANGEABLE),
  /** 1: `rules` were chosen for this link; null: they are those of its template. */
  ownRules: column<number | null>()('own_rules', 'integer', CHANGEABLE),
};

export type LinkField = keyof typeof COLUMNS;

/** The value of each column, as the code sees it. */
export type LinkFields = {
  readonly [F in LinkField]: (typeof COLUMNS)[F] extends { readonly value?: infer Value }
    ? Exclude<Value, undefined>
    : never;
};

type FieldsWith<U> = {
  [F in LinkField]: (typeof COLUMNS)[F] extends U ? F : never;
}[LinkField];

export type CreatedField = FieldsWith<{ readonly created: true }>;
export type ChangeableField = FieldsWith<{ readonly changeable: true }>;
/** The fields of a create that only the management API sets. */
export type ManagedField = FieldsWith<{ readonly created: true; readonly initial: unknown }>;

export const LINK_FIELDS = Object.keys(COLUMNS) as LinkField[];
const columnOf = (field: LinkField): Column<unknown> => COLUMNS[field];

/** The fields of an insert, in the order of its values. */
export const CREATED_FIELDS = LINK_FIELDS.filter(
  (field) => columnOf(field).created,
) as CreatedField[];
export const CHANGEABLE_FIELDS = LINK_FIELDS.filter(
  (field) => columnOf(field).changeable,
) as ChangeableField[];

/** The fields that are written right after a create that has them. */
export const LATER_FIELDS = [
  'name',
  'note',
  'externalId',
  'validFrom',
  'earlyUrl',
  'expiredUrl',
  'ownRules',
] as const satisfies readonly ChangeableField[];
export type LaterField = (typeof LATER_FIELDS)[number];

const MANAGED_FIELDS = LINK_FIELDS.filter((field) => 'initial' in COLUMNS[field]) as ManagedField[];

/** The fields of a link that only the management API sets. */
export function managedFields(
  link: Pick<LinkFields, ManagedField>,
): Pick<LinkFields, ManagedField> {
  return Object.fromEntries(MANAGED_FIELDS.map((field) => [field, link[field]])) as Pick<
    LinkFields,
    ManagedField
  >;
}

/** The position of each field among the values of an insert. */
export const CREATED_POSITIONS = Object.fromEntries(
  CREATED_FIELDS.map((field, at) => [field, at]),
) as Readonly<Record<CreatedField, number>>;

/** The columns of an insert, in the order of its values. */
export const CREATED_COLUMNS = CREATED_FIELDS.map((field) => columnOf(field).name);

/** Their types in PostgreSQL, in the same order; `json`: JSON in a column of text. */
export const CREATED_TYPES = CREATED_FIELDS.map((field) => {
  const { kind } = columnOf(field);
  if (kind === 'time') return 'bigint';
  return kind === 'json text' ? 'json' : kind;
});

/** What a create writes; a field with an initial value may be left out. */
export type CreatedFields = Pick<LinkFields, Exclude<CreatedField, ManagedField>> &
  Partial<Pick<LinkFields, ManagedField>>;

/** The values of some fields as they are bound to a statement, in the order of the fields. */
export function boundValues<F extends LinkField>(
  link: { readonly [Field in F]?: LinkFields[Field] | undefined },
  fields: readonly F[],
): SqlValue[] {
  return fields.map((field) => bound(columnOf(field), link[field]));
}

function bound({ kind, initial }: Column<unknown>, value: unknown = initial): SqlValue {
  return kind === 'json' && value !== null ? JSON.stringify(value) : (value as SqlValue);
}

/** The select list of some fields; read its rows with `readFields`. */
export function selected(fields: readonly LinkField[]): string {
  return fields.map((field) => `links.${columnOf(field).name} as "${field}"`).join(', ');
}

/** `redeem_limit = ?, …`, for `boundValues` of the same fields. */
export function assigned(fields: readonly LinkField[]): string {
  return fields.map((field) => `${columnOf(field).name} = ?`).join(', ');
}

/** Parses the JSON of a row that `selected` describes. The row keeps everything else that it has. */
export function readFields<F extends LinkField, Row extends object>(
  row: Row,
  fields: readonly F[],
): Row & Pick<LinkFields, F> {
  return parseJson({ ...row } as Record<string, unknown>, fields) as Row & Pick<LinkFields, F>;
}

/**
 * Like `readFields`, but without the other columns of the row. One by one: to leave some columns out of a copy of a row
 * with thirty takes seven times as long.
 */
export function pickFields<F extends LinkField>(
  row: object,
  fields: readonly F[],
): Pick<LinkFields, F> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) picked[field] = (row as Record<string, unknown>)[field];
  return parseJson(picked, fields) as Pick<LinkFields, F>;
}

/** Replaces JSON text by its value. */
function parseJson(row: Record<string, unknown>, fields: readonly LinkField[]): unknown {
  for (const field of jsonFieldsOf(fields)) {
    const value = row[field];
    if (value !== null) row[field] = JSON.parse(value as string);
  }
  return row;
}

/** The JSON fields of a list of fields. Cached, because every read of a link needs them. */
const jsonFields = new WeakMap<readonly LinkField[], readonly LinkField[]>();

function jsonFieldsOf(fields: readonly LinkField[]): readonly LinkField[] {
  let found = jsonFields.get(fields);
  if (!found) {
    found = fields.filter((field) => columnOf(field).kind === 'json');
    jsonFields.set(fields, found);
  }
  return found;
}

/** The name of a field in the API, which is that of its column, and its value as JSON text. */
export function jsonMember<F extends LinkField>(field: F, link: Pick<LinkFields, F>): string {
  return `"${columnOf(field).name}":${jsonValue(field, link)}`;
}

export function jsonValue<F extends LinkField>(field: F, link: Pick<LinkFields, F>): string {
  const value: unknown = link[field];
  const { kind } = columnOf(field);
  if (kind === 'json text') return (value as string | null) ?? 'null';
  return JSON.stringify(kind === 'time' ? formatTimeOrNull(value as number | null) : value);
}
