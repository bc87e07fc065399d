import type { Reader, Transaction } from '../database.ts';
import { amongNumbers } from '../in-index.ts';
import type { ExpiryMark } from './progress.ts';

/** A link that has expired. Times are milliseconds since 1970-01-01 UTC. */
export interface ExpiredLink {
  readonly id: number;
  readonly code: string;
  readonly appId: string;
  readonly validUntil: number;
}

/** The links that expired after the mark and not later than `to`, in their order. */
export function listExpired(
  db: Reader,
  { at, link }: ExpiryMark,
  to: number,
  limit: number,
): Promise<ExpiredLink[]> {
  return db.all<ExpiredLink>(
    `select id, code, app_id as "appId", valid_until as "validUntil" from links
     where valid_until >= ? and valid_until <= ? and (valid_until > ? or id > ?)
       and state = 'active'
     order by valid_until, id limit ?`,
    [at, to, at, link, limit],
  );
}

/** A link whose end was set to a time until which links were reported, or nearly. */
export interface EndedLink extends ExpiredLink {
  /** The number of the note. */
  readonly note: number;
  /** When the link was changed. */
  readonly endedAt: number;
}

/** Notes the new end of a link in the transaction of the change. */
export async function noteEndedLink(tx: Transaction, code: string, endedAt: number): Promise<void> {
  const ended = 'select id, valid_until, ? from links where code = ?';
  const sql = `insert into webhook_ended_links (link_id, valid_until, ended_at) ${ended}`;
  await tx.run(sql, [endedAt, code]);
}

/** Those whose end is not later than `to`, in the order of the changes. */
export function listEnded(db: Reader, to: number, limit: number): Promise<EndedLink[]> {
  return db.all<EndedLink>(
    `select e.id as note, l.id, l.code, l.app_id as "appId", e.valid_until as "validUntil",
       e.ended_at as "endedAt"
     from webhook_ended_links e join links l on l.id = e.link_id
     where e.valid_until <= ? order by e.id limit ?`,
    [to, limit],
  );
}

/** Deletes all notes of changes. */
export async function deleteAllEnded(tx: Transaction): Promise<void> {
  await tx.run('delete from webhook_ended_links');
}

export async function deleteEnded(tx: Transaction, ended: readonly EndedLink[]): Promise<void> {
  const notes = ended.map(({ note }) => note);
  const [among, list] = amongNumbers(tx.engine, notes);
  await tx.run(`delete from webhook_ended_links where id ${among}`, [list]);
}

/** Deletes the notes of the current ends of links that were reported and are locked. */
export async function deleteNotesOf(tx: Transaction, links: readonly ExpiredLink[]): Promise<void> {
  const ids = links.map(({ id }) => id);
  const [among, list] = amongNumbers(tx.engine, ids);
  await tx.run(
    `delete from webhook_ended_links where link_id ${among}
       and valid_until = (select valid_until from links where id = link_id)`,
    [list],
  );
}

/**
 * Those that are still active and have the same end. They stay so until the transaction ends, so that an event of a change
 * is before this one. Locks them in the order in which redemptions do.
 */
export async function lockExpired<Link extends ExpiredLink>(
  tx: Transaction,
  links: readonly Link[],
): Promise<Link[]> {
  if (links.length === 0) return [];
  const ids = links.map(({ id }) => id);
  const [among, list] = amongNumbers(tx.engine, ids);
  const locked = await tx.all<{ id: number; validUntil: number | null }>(
    `select id, valid_until as "validUntil" from links where id ${among} and state = 'active'
     order by code ${tx.engine === 'postgres' ? 'collate "C" for update' : ''}`,
    [list],
  );
  const ends = new Map(locked.map(({ id, validUntil }) => [id, validUntil]));
  return links.filter(({ id, validUntil }) => ends.get(id) === validUntil);
}
