import { DIMENSIONS, EVENTS, STORE_OUTCOMES } from '../../../domain/click/click.ts';
import { DAY_MS, SLOT_MS } from '../../../domain/click/slots.ts';
import type { Column, Level, Rollup } from './rollups.ts';

// Statements about counts. They consist of constant text only; values are parameters such as `{app:String}`.

/** Days after which the first report of an opened app is sealed. Clients discard reports after 7 days. */
export const OPEN_DAYS = 9;

/**
 * The beginning of a statement that reads. The days before `sealed_until` are in the roll-ups, the others are counted
 * by their rows. It is read once for the whole statement.
 */
export const SEALED = 'with (select max(until) from click_seals) as sealed_until ';

/** Conditions on rows that are not sealed. */
export interface PendingScope {
  /** On `part`, the day of the roll-up to which a row belongs. */
  readonly part: string;
  /** On `app` and `code`. */
  readonly owner: string;
  readonly isOneApp?: boolean;
}

const EXPRESSIONS: Partial<Record<Column, string>> = {
  slot: `intDiv(at, ${SLOT_MS})`,
  day: `intDiv(at, ${DAY_MS})`,
};

/** What is one visitor. Hashes of days and apps differ. Numbers are compared faster than codes. */
const VISITORS: Readonly<Record<Level, string>> = {
  app: 'part, app, hash',
  link: 'part, app, cityHash64(code), hash',
};

/** Opened apps, each once: the report that was stored first counts. */
const OPENS = `(select sealed_in as part, app, first.1 as code, first.2 as at,
    ${DIMENSIONS.map((name, at) => `first.${at + 3} as ${name}`).join(', ')}
  from (select app, min(part) + ${OPEN_DAYS} as sealed_in,
      argMin(tuple(code, at, ${DIMENSIONS.join(', ')}), tuple(part, at, place)) as first
    from click_opens group by app, hash))`;

/**
 * Counts rows that are not sealed: the columns, `c` clicks and `v` visitors; rows can have equal columns. The click of a
 * visitor with the lowest time is the first one. A person who opens two links has a first click on each of them.
 */
export function pendingCounts(
  level: Level,
  columns: readonly Column[],
  { part, owner, isOneApp = false }: PendingScope,
): string {
  const values = columns.map((column) => EXPRESSIONS[column] ?? column);
  const named = columns.map((column, at) => `${values[at]} as ${column}`).join(', ');
  const counted = (source: string, visitors: string): string =>
    `select ${named}, count() as c, ${visitors} as v from ${source} where ${part} and ${owner}
      group by ${values.join(', ')}`;
  // The columns of the first rows would need much more memory than their places.
  const visitor = isOneApp ? VISITORS[level].replace('app, ', '') : VISITORS[level];
  const isFirst = `hash != 0 and (${visitor}, place) in (
    select ${visitor}, min(place) from click_rows where ${part} and ${owner} and hash != 0
    group by ${visitor})`;
  return `${counted('click_rows', `countIf(${isFirst})`)}
    union all ${counted(OPENS, 'toUInt64(0)')}`;
}

/** All counts of a roll-up: its columns, `c` and `v`. `owner`: a condition on `app` and `code`. */
export function counts(
  { table, level, columns, isTotal }: Rollup,
  owner: string,
  range = 'true',
): string {
  const names = columns.join(', ');
  const pending = pendingCounts(level, columns, {
    part: 'part >= sealed_until',
    owner,
    isOneApp: true,
  });
  return `(select ${names}, clicks as c, visitors as v from ${table}
      where part ${isTotal ? '=' : '<'} sealed_until and ${owner} and ${range}
    union all select ${names}, c, v from (${pending}) where ${range})`;
}

/** The columns of a single click, besides `part` and `app`. */
export const SINGLE_COLUMNS = `code, at, place, ${DIMENSIONS.join(', ')}, visitor`;

/** The single clicks of an app on sealed days: their time, labels, and `visitor`, a set of bits as in `ExportedClick`. */
export function singleClicks(owner: string, range: string): string {
  return `(select ${SINGLE_COLUMNS} from clicks
    where part < sealed_until and ${owner} and ${range})`;
}

/** The same of days that are not sealed. `part` and `owner`: conditions; an owner has all links of its apps. */
export function pendingClicks(part: string, owner: string): string {
  return clicksOf(`${part} and ${owner}`, IS_CLICK);
}

/** The first `{limit}` of them, and all others of the last millisecond. `own`, `range`: conditions on those that are wanted. */
export function firstPendingClicks(owner: string, own: string, range: string): string {
  const pending = `part >= sealed_until and ${owner}`;
  const wanted = `${own} and ${range} and ${IS_CLICK}`;
  const last = `(select max(at) from (select at from click_rows where ${pending} and ${wanted}
    order by at limit {limit:UInt32}))`;
  const page = `${wanted} and at <= ${last}`;
  // All clicks of these visitors decide which one is the first; those of others need not be sorted.
  const visitors = `(select hash from click_rows where ${pending} and ${page} and hash != 0)`;
  return clicksOf(`${pending} and (${page} or hash in ${visitors})`, page);
}

/** The wanted clicks among some rows, which must include all rows of the visitors of these clicks. */
function clicksOf(rows: string, wanted: string): string {
  return `(select part, app, ${SINGLE_COLUMNS} from (
      select *, toUInt8(if(hash = 0, 0,
        (row_number() over (partition by ${VISITORS.link} order by place) = 1)
        + 2 * (row_number() over (partition by ${VISITORS.app} order by place) = 1))) as visitor
      from click_rows where ${rows})
    where ${wanted})`;
}

function list(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

/** The condition that a row is a click. */
export const IS_CLICK = `kind not in (${list(EVENTS)})`;

/** A row of counts, which never contain events. */
export const SUMS = `sumIf(c, kind = 'human') as clicks, sumIf(v, kind = 'human') as visitors,
  sumIf(c, kind not in ('human', ${list(EVENTS)})) as other`;

/** A row of steps. */
export const STEPS = `sumIf(c, kind = 'human' and outcome in (${list(STORE_OUTCOMES)})) as store,
  sumIf(c, kind = 'open') as opened, sumIf(c, kind = 'redeem') as redeemed`;
