import { KEY_KEPT_MS } from '../database.ts';
import type { InsertStatements, LinkInsert, StoredAnswer } from '../link-insert.ts';
import { CREATED_COLUMNS, CREATED_TYPES } from '../link-columns.ts';
import { rowsOf } from '../procedure.ts';
import { eventColumns, INSERT_EVENTS } from '../webhooks/event-rows.ts';

const NAMES = CREATED_COLUMNS.join(', ');
const INSERT = `insert into links (code, ${NAMES})
  select code, ${NAMES} from unnest(?::text[], ${CREATED_TYPES.map((type) => `?::${type}[]`).join(', ')})
    as v (code, ${NAMES})
  on conflict do nothing returning code`;
const FIND_UNIQUE = `select app_id, unique_key as key, code from links
  where (app_id, unique_key) in (select * from unnest(?::text[], ?::text[]))`;
const TAKE_KEYS = `insert into idempotency_keys as k (app_id, key, body_digest, code, created, created_at)
  select app_id, key, body_digest, '', 1, created_at
    from unnest(?::text[], ?::text[], ?::text[], ?::bigint[]) as v (app_id, key, body_digest, created_at)
  on conflict (app_id, key) do update
    set body_digest = excluded.body_digest, code = '', created = 1, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}
  returning app_id, key`;
const FIND_ANSWERS = `select app_id, key, body_digest as "bodyDigest", code, created = 1 as created
  from idempotency_keys where (app_id, key) in (select * from unnest(?::text[], ?::text[]))`;
const SAVE_ANSWERS = `update idempotency_keys k set code = v.code, created = v.created
  from unnest(?::text[], ?::text[], ?::text[], ?::integer[]) as v (app_id, key, code, created)
  where k.app_id = v.app_id and k.key = v.key`;
const FREE_KEYS = `delete from idempotency_keys
  where code = '' and (app_id, key) in (select * from unnest(?::text[], ?::text[]))`;
const ENTER_COUNTS = `insert into platform_token_creates (app_id, links)
  select app_id, 0 from unnest(?::text[]) as v (app_id) order by app_id on conflict do nothing`;
const LOCK_COUNTS = `select app_id, links from platform_token_creates
  where app_id = any(?::text[]) order by app_id for update`;
const ADD_TO_COUNTS = `update platform_token_creates c set links = c.links + v.added
  from unnest(?::text[], ?::integer[]) as v (app_id, added) where c.app_id = v.app_id`;

interface Keyed {
  readonly app_id: string;
  readonly key: string;
}

/**
 * One statement for a whole batch. Each statement that locks rows does so in the order of their keys, which
 * is the same in every process, so no two transactions wait for each other.
 */
export const BATCH_STATEMENTS: InsertStatements = {
  *insert(links) {
    const sorted = [...links].toSorted(([, a], [, b]) => compare(uniqueOf(a), uniqueOf(b)));
    const rows = yield* rowsOf<{ code: string }>(INSERT, [
      sorted.map(([code]) => code),
      ...CREATED_COLUMNS.map((_, column) => sorted.map(([, { values }]) => values[column] ?? null)),
    ]);
    return rows.map(({ code }) => code);
  },

  *findUnique(links) {
    const rows = yield* rowsOf<Keyed & { code: string }>(FIND_UNIQUE, [
      links.map(({ appId }) => appId),
      links.map(({ uniqueKey }) => uniqueKey),
    ]);
    return found(rows, links, uniqueOf, ({ code }) => code);
  },

  *takeKeys(links) {
    const sorted = links.toSorted((a, b) => compare(onceOf(a), onceOf(b)));
    const rows = yield* rowsOf<Keyed>(TAKE_KEYS, [
      ...keysOf(sorted),
      sorted.map(({ once }) => once?.bodyDigest ?? ''),
      sorted.map(({ createdAt }) => createdAt),
    ]);
    return new Set(found(rows, links, onceOf, () => true).keys());
  },

  *findAnswers(links) {
    const rows = yield* rowsOf<Keyed & StoredAnswer>(FIND_ANSWERS, keysOf(links));
    return found(rows, links, onceOf, (answer) => answer);
  },

  *saveAnswers(links) {
    const answers = [...links.values()];
    yield* rowsOf(SAVE_ANSWERS, [
      ...keysOf([...links.keys()]),
      answers.map(({ code }) => code),
      answers.map(({ created }) => (created ? 1 : 0)),
    ]);
  },

  *freeKeys(links) {
    yield* rowsOf(FREE_KEYS, keysOf(links));
  },

  *lockCounts(appIds) {
    let rows = yield* rowsOf<{ app_id: string; links: number }>(LOCK_COUNTS, [appIds]);
    if (rows.length < appIds.length) {
      yield* rowsOf(ENTER_COUNTS, [appIds]);
      rows = yield* rowsOf(LOCK_COUNTS, [appIds]);
    }
    return new Map(rows.map(({ app_id, links }) => [app_id, links]));
  },

  *addToCounts(added) {
    yield* rowsOf(ADD_TO_COUNTS, [[...added.keys()], [...added.values()]]);
  },

  *insertEvents(events) {
    yield* rowsOf(INSERT_EVENTS, eventColumns(events));
  },
};

const keyOf = (appId: string, key: string): string => `${appId} ${key}`;
const uniqueOf = ({ appId, uniqueKey }: LinkInsert): string => keyOf(appId, uniqueKey ?? '');
const onceOf = ({ appId, once }: LinkInsert): string => keyOf(appId, once?.key ?? '');

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function keysOf(links: readonly LinkInsert[]): (readonly string[])[] {
  return [links.map(({ appId }) => appId), links.map(({ once }) => once?.key ?? '')];
}

/** The value of each link that has a row. */
function found<Row extends Keyed, Value>(
  rows: readonly Row[],
  links: readonly LinkInsert[],
  keyOfLink: (link: LinkInsert) => string,
  valueOf: (row: Row) => Value,
): Map<LinkInsert, Value> {
  const byKey = new Map(rows.map((row) => [keyOf(row.app_id, row.key), row]));
  const values = new Map<LinkInsert, Value>();
  for (const link of links) {
    const row = byKey.get(keyOfLink(link));
    if (row) values.set(link, valueOf(row));
  }
  return values;
}
