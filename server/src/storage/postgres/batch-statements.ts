import { KEY_KEPT_MS } from '../database.ts';
import type { InsertStatements, LinkInsert, StoredAnswer } from '../link-insert.ts';
import { CREATED_COLUMNS, CREATED_TYPES } from '../link-columns.ts';
import { rowsOf, type Procedure, type Statement } from '../procedure.ts';
import { createdLinkEvent } from '../webhooks/created-link-event.ts';
import { insertedEvents } from '../webhooks/event-rows.ts';
import { JSON_TEXTS, jsonTexts } from './json-texts.ts';

const NAMES = CREATED_COLUMNS.join(', ');
const VALUES = CREATED_TYPES.map((type) => (type === 'json' ? JSON_TEXTS : `?::${type}[]`));
const INSERT_LINKS = `insert into links (code, ${NAMES})
  select code, ${NAMES} from unnest(?::text[], ${VALUES.join(', ')}) as v (code, ${NAMES})
  on conflict do nothing`;
const INSERT = `${INSERT_LINKS} returning code`;
/** A part of a `with` that inserts links, then one for their events. */
const createdLinks = (insertLinks: string): string =>
  `created as (${insertLinks} returning code, app_id, tags, created_at)`;
const EVENTS =
  insertedEvents(`select e.id, c.app_id, ?::text, e.subject, c.tags, e.payload, c.created_at, 0
    from created c join unnest(?::text[], ?::text[], ?::text[], ${JSON_TEXTS})
      as e (code, id, subject, payload) on e.code = c.code`);
/** The same with the events of those that were created. */
const INSERT_WITH_EVENTS = `with ${createdLinks(INSERT_LINKS)}, ${EVENTS} select code from created`;
const FIND_UNIQUE = `select app_id, unique_key as key, code from links
  where (app_id, unique_key) in (select * from unnest(?::text[], ?::text[]))`;
const TAKE_KEYS = `insert into idempotency_keys as k (app_id, key, body_digest, created_at, code, created)
  select app_id, key, body_digest, created_at, code, 1
    from unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::text[]) as v (app_id, key, body_digest, created_at, code)
  on conflict (app_id, key) do update
    set body_digest = excluded.body_digest, code = excluded.code, created = 1, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}
  returning app_id, key`;
/** Stores links and keys together. A code that is taken is an error, which leaves nothing of the batch behind. */
const INSERT_KEYED_LINKS = `taken as (${TAKE_KEYS}), ${createdLinks(`insert into links (code, ${NAMES})
    select code, ${NAMES} from unnest(?::text[], ?::text[], ${VALUES.join(', ')}) as v (once, code, ${NAMES})
    where (app_id, once) in (select app_id, key from taken)`)}`;
const INSERT_KEYED = `with ${INSERT_KEYED_LINKS} select code from created`;
const INSERT_KEYED_WITH_EVENTS = `with ${INSERT_KEYED_LINKS}, ${EVENTS} select code from created`;
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
    return yield* insert(INSERT, INSERT_WITH_EVENTS, sorted);
  },

  *findUnique(links) {
    const values = [links.map(({ appId }) => appId), links.map(({ uniqueKey }) => uniqueKey)];
    const rows = yield* rowsOf<Keyed & { code: string }>(FIND_UNIQUE, values);
    return found(rows, links, uniqueOf, ({ code }) => code);
  },

  *takeKeys(links) {
    const sorted = links.toSorted((a, b) => compare(onceOf(a), onceOf(b)));
    const rows = yield* rowsOf<Keyed>(TAKE_KEYS, [...reservationOf(sorted), sorted.map(() => '')]);
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
};

/**
 * Stores the links whose key is new, with their outcomes; returns their codes. One statement instead of the
 * five of a transaction. No two links may have the same key, and none may be unique or counted.
 * @throws the error of PostgreSQL for a unique violation if a code is taken; nothing was stored
 */
export function* insertNewKeys(
  links: ReadonlyMap<string, LinkInsert>,
): Procedure<readonly string[]> {
  const sorted = [...links].toSorted(([, a], [, b]) => compare(onceOf(a), onceOf(b)));
  const inserts = sorted.map(([, link]) => link);
  return yield* insert(INSERT_KEYED, INSERT_KEYED_WITH_EVENTS, sorted, [
    ...reservationOf(inserts),
    sorted.map(([code]) => code),
    inserts.map(({ once }) => once?.key ?? ''),
  ]);
}

/** `first`: the parameters before those of the links. */
function* insert(
  plain: string,
  withEvents: string,
  links: readonly (readonly [code: string, link: LinkInsert])[],
  first: Statement['parameters'] = [],
): Procedure<readonly string[]> {
  const columns = CREATED_TYPES.map((type, column) => {
    const values = links.map(([, link]) => link.values[column] ?? null);
    return type === 'json' ? jsonTexts(values) : values;
  });
  const hasEvents = links.some(([, { event }]) => event);
  const rows = yield* rowsOf<{ code: string }>(hasEvents ? withEvents : plain, [
    ...first,
    links.map(([code]) => code),
    ...columns,
    ...(hasEvents ? eventsOf(links) : []),
  ]);
  return rows.map(({ code }) => code);
}

/** The parameters of the events: their type, and by column the codes of the links, the ids, subjects and payloads. */
function eventsOf(links: readonly (readonly [code: string, link: LinkInsert])[]) {
  const events = links.flatMap(([code, link]) =>
    link.event ? [createdLinkEvent(link, link.event, code)] : [],
  );
  return [
    events[0]?.type ?? '',
    events.map(({ code }) => code),
    events.map(({ id }) => id),
    events.map(({ subject }) => subject),
    jsonTexts(events.map(({ payload }) => payload)),
  ];
}

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

/** What is stored of a key before its outcome. */
function reservationOf(links: readonly LinkInsert[]): Statement['parameters'] {
  return [
    ...keysOf(links),
    links.map(({ once }) => once?.bodyDigest ?? ''),
    links.map(({ createdAt }) => createdAt),
  ];
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
