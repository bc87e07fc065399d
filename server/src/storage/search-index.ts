import { BLOCK_LINKS } from '../domain/search/block.ts';
import type { SearchedLink } from '../domain/search/searched-link.ts';
import type { Reader, Transaction } from './database.ts';
import { amongNumbers } from './in-index.ts';
import { readFields, selected } from './link-columns.ts';
import { NOW } from './valid-now.ts';

/** The number of complete blocks: links with lower numbers than those of the next block are in the index. */
export async function indexedBlocks(db: Reader): Promise<number> {
  const [row] = await db.all<{ blocks: number }>('select max(indexed) as blocks from search_state');
  return row?.blocks ?? 0;
}

/** The number of the last link; 0: there is none. */
export async function lastLink(db: Reader): Promise<number> {
  const [row] = await db.all<{ last: number | null }>('select max(id) as last from links');
  return row?.last ?? 0;
}

/** How much of the index is complete, in numbers of links; deleted and missing numbers count. */
export async function indexProgress(db: Reader): Promise<{ indexed: number; last: number }> {
  const last = await lastLink(db);
  return { indexed: Math.min(last, (await indexedBlocks(db)) * BLOCK_LINKS), last };
}

/**
 * Takes the right to write blocks for `ms`, by the clock of the database, since those of instances differ. Returns its
 * end, which identifies who has it: the next one ends later. Undefined: another process has it. One that
 * ends later than a new one was taken while that clock was ahead.
 */
export async function takeIndexLease(tx: Transaction, ms: number): Promise<number | undefined> {
  const now = NOW[tx.engine];
  const sql = `update search_state set leased_until = ${now} + ?
    where leased_until <= ${now} or leased_until > ${now} + ? returning leased_until as until`;
  return (await tx.all<{ until: number }>(sql, [ms, ms]))[0]?.until;
}

/** Extends a lease and returns its new end; undefined: another process has taken it. */
export async function keepIndexLease(
  tx: Transaction,
  until: number,
  ms: number,
): Promise<number | undefined> {
  const sql = `update search_state set leased_until = ${NOW[tx.engine]} + ? where leased_until = ?
    returning leased_until as until`;
  return (await tx.all<{ until: number }>(sql, [ms, until]))[0]?.until;
}

/** Gives up the lease that the transaction has extended. */
export async function endIndexLease(tx: Transaction): Promise<void> {
  await tx.run('update search_state set leased_until = 0');
}

/** The first link after a block: its number and its block. */
export async function findLinkAfter(
  db: Reader,
  block: number,
): Promise<{ readonly number: number; readonly block: number } | undefined> {
  const sql = 'select id from links where id >= ? order by id limit 1';
  const [row] = await db.all<{ id: number }>(sql, [(block + 1) * BLOCK_LINKS]);
  return row && { number: row.id, block: Math.floor(row.id / BLOCK_LINKS) };
}

/** What a search reads or what selects its links. */
export const SEARCHED_FIELDS = [
  'appId',
  'code',
  'uri',
  'template',
  'tags',
  'externalId',
  'name',
  'note',
  'social',
  'metadata',
] as const;

/** The links with numbers from `from`, below `to`, in their order. */
export async function listSearched(
  db: Reader,
  from: number,
  to: number,
): Promise<(SearchedLink & { readonly seq: number })[]> {
  const rows = await db.all<{ readonly seq: number }>(
    `select id as seq, ${selected(SEARCHED_FIELDS)} from links where id >= ? and id < ? order by id`,
    [from, to],
  );
  return rows.map((row) => readFields(row, SEARCHED_FIELDS));
}

/** Writes some terms of a block. Terms that it had before and no longer has only cost a check. */
export async function writePostings(
  tx: Transaction,
  block: number,
  postings: readonly (readonly [term: number, links: string])[],
): Promise<void> {
  const rows =
    tx.engine === 'sqlite'
      ? 'select value ->> 0, ?, value ->> 1 from json_each(?) where true'
      : `select (value ->> 0)::integer, ?::integer, value ->> 1 from json_array_elements(?::json)`;
  await tx.run(
    `insert into search_postings (term, block, links) ${rows}
     on conflict (term, block) do update set links = excluded.links`,
    [block, JSON.stringify(postings)],
  );
}

/** Completes a block, and forgets the changes that it contains. `next`: the next block that has links. */
export async function completeBlock(
  tx: Transaction,
  block: number,
  next: number,
  changes: readonly SearchChange[],
): Promise<void> {
  await tx.run('update search_state set indexed = ? where indexed = ?', [next, block]);
  if (changes.length === 0) return;
  // One statement, since other writes wait for this transaction. A link that is being changed keeps its change: waiting for
  // it could be a deadlock.
  const contained =
    tx.engine === 'sqlite'
      ? `(link_id, version) in (select value ->> 0, value ->> 1 from json_each(?))`
      : `link_id in (select c.link_id from search_changes c
           join json_array_elements(?::json) on c.link_id = (value ->> 0)::bigint and c.version = (value ->> 1)::bigint
           for update of c skip locked)`;
  const pairs = JSON.stringify(changes.map(({ seq, version }) => [seq, version]));
  await tx.run(`delete from search_changes where ${contained}`, [pairs]);
}

export interface SearchChange {
  readonly seq: number;
  readonly version: number;
}

/** Notes a change of a link in its transaction: every search checks it until its block is written again. */
export async function noteSearchChange(tx: Transaction, code: string): Promise<void> {
  await tx.run(
    `insert into search_changes (link_id, version) select id, version from links where code = ?
     on conflict (link_id) do update set version = excluded.version`,
    [code],
  );
}

/** The changes of links with numbers from `from`, below `to`. */
export function listSearchChanges(db: Reader, from: number, to: number): Promise<SearchChange[]> {
  const sql =
    'select link_id as seq, version from search_changes where link_id >= ? and link_id < ?';
  return db.all<SearchChange>(sql, [from, to]);
}

/** A complete block with at least `least` changes; undefined: there is none. */
export async function changedBlock(
  db: Reader,
  blocks: number,
  least: number,
): Promise<number | undefined> {
  const [row] = await db.all<{ block: number }>(
    `select link_id / ${BLOCK_LINKS} as block from search_changes where link_id < ?
     group by 1 having count(*) >= ? order by 1 limit 1`,
    [blocks * BLOCK_LINKS, least],
  );
  return row?.block;
}

export interface Posting {
  readonly term: number;
  readonly block: number;
  readonly links: string;
}

/** What some blocks have for these terms: those from `from`, below `to`. */
export function listPostings(
  db: Reader,
  terms: readonly number[],
  from: number,
  to: number,
): Promise<Posting[]> {
  const [some, list] = amongNumbers(db.engine, terms);
  return db.all<Posting>(
    `select term, block, links from search_postings where term ${some} and block >= ? and block < ?`,
    [list, from, to],
  );
}
