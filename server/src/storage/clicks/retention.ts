import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, dayOf } from '../../domain/click/slots.ts';
import { CLICK_RETENTION_LOCK } from '../postgres/locks.ts';
import type { ClickSql, ClickTransaction } from './click-sql.ts';
import type { ClickSettings } from './clicks.ts';
import { createMonth } from './create-month.ts';
import { doAll, Ended } from './do-all.ts';
import { APPS, foldSlots, foldsOf, LINKS, type SlotOwners } from './fold-slots.ts';
import { firstKeptDay } from '../../domain/click/kept-days.ts';
import { monthOf, monthsOf, monthStart, monthTable } from './months.ts';
import { REPORT_IDS_KEPT_DAYS } from './report-ids.ts';
import { deleteSealed, sealDay, unsealedDays, type AppDay } from './seal-days.ts';
import { firstKeyedDay } from './visitor-hashes.ts';

/** How long a step should take at most: batches wait for it on SQLite. */
const STEP_MS = 20;
const PAUSE_MS = 5;
const MIN_STEP_ROWS = 50;
const FIRST_STEP_ROWS = 500;
const MAX_STEP_ROWS = 20_000;
/** The tables whose newest days a report reads. */
const READ_BY_DAY = ['click_profiles', 'app_slots', 'app_days', 'app_day_values', 'day_links'];
/** As long as the database can be unavailable while a process still sends a batch whose outcome is unknown. */
const WRITERS_KEPT_MS = 30 * DAY_MS;

/**
 * Deletes and folds old rows in many small steps, each a transaction. Totals are never changed. Of several instances
 * on PostgreSQL, one does it.
 */
export class Retention {
  readonly #sql: ClickSql;
  readonly #settings: ClickSettings;
  #running: Promise<void> | undefined;
  #isStopping = false;
  /** The time of the last call of `run`. */
  #now = 0;
  /** Keys of days before this one were destroyed in this run, or are being destroyed. */
  #keyedFrom = 0;
  #stepRows = FIRST_STEP_ROWS;
  #sealedOn: number | undefined;
  /** Whether the write-ahead log can contain a key that was deleted. */
  #hasKeysInLog = true;

  constructor(sql: ClickSql, settings: ClickSettings) {
    this.#sql = sql;
    this.#settings = settings;
  }

  /**
   * `now`: milliseconds since 1970-01-01 UTC. A run that is still going on is not repeated, but destroys keys that ended
   * since it began.
   */
  run(now: number): Promise<void> {
    this.#now = now;
    this.#running ??= this.#run(now).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running?.catch(() => undefined);
  }

  async #run(now: number): Promise<void> {
    await doAll(
      () => this.#destroyKeys(now),
      () => this.#deleteIds(now),
      () => this.#dropMonths(now),
      () => this.#foldOnce(now),
      () => this.#sealOnce(now),
    );
  }

  async #deleteIds(now: number): Promise<void> {
    await this.#step((tx) =>
      tx.run('delete from click_writers where at < ?', [now - WRITERS_KEPT_MS]),
    );
    await this.#deleteRows('report_ids', ['hash'], 'day < ?', [dayOf(now) - REPORT_IDS_KEPT_DAYS]);
  }

  /** The keys first: without them, hashes say nothing. */
  async #destroyKeys(now: number): Promise<void> {
    const day = firstKeyedDay(now);
    this.#keyedFrom = day;
    const isFile = this.#sql.engine === 'sqlite';
    // So that the key is overwritten in the file.
    if (isFile) await this.#sql.all('pragma secure_delete = on');
    const destroyed = await this.#step((tx) =>
      tx.run('delete from click_keys where day < ?', [day]),
    );
    if (isFile) {
      await this.#sql.all('pragma secure_delete = off');
      await this.#emptyLog(destroyed > 0);
    }
    await this.#deleteRows('seen', ['day', 'scope', 'hash'], 'day < ?', [day]);
  }

  /** The write-ahead log keeps earlier versions of pages. If a reader prevents that it is emptied, the next run repeats it. */
  async #emptyLog(isDestroyed: boolean): Promise<void> {
    this.#hasKeysInLog ||= isDestroyed;
    if (!this.#hasKeysInLog) return;
    const [row] = await this.#sql.all<{ busy: number }>('pragma wal_checkpoint(truncate)');
    this.#hasKeysInLog = row?.busy !== 0;
  }

  /** Single clicks are deleted by whole months, when the last day of a month has expired. */
  async #dropMonths(now: number): Promise<void> {
    const { rawDays } = this.#settings;
    // The next month begins without waiting for its table. First, because `pg_dump` can prevent what follows.
    if (rawDays > 0) await createMonth(this.#sql, monthOf(now + DAY_MS));
    for (const month of await monthsOf(this.#sql)) {
      if (rawDays > 0 && monthStart(month + 1) > now - rawDays * DAY_MS) continue;
      if (this.#sql.engine === 'sqlite') await this.#emptyMonth(monthTable(month));
      await this.#step(async (tx) => {
        // `pg_dump` can lock the table for hours, and a `drop` that waits for it blocks all clicks and reports.
        if (this.#sql.engine === 'postgres') await tx.run(`set local lock_timeout = '1s'`);
        return tx.run(`drop table if exists ${monthTable(month)}`);
      });
    }
  }

  /** To drop a table with rows, SQLite reads all of its pages in one statement. */
  async #emptyMonth(table: string): Promise<void> {
    const sql = `delete from ${table} where rowid in (select rowid from ${table} limit ?)`;
    const isThere = `select 1 from sqlite_master where type = 'table' and name = ?`;
    const work = async (tx: ClickTransaction): Promise<number> => {
      // Another process with the same file may have dropped it in the meantime.
      if ((await tx.all<object>(isThere, [table])).length === 0) return 0;
      return tx.run(sql, [this.#stepRows]);
    };
    while ((await this.#step(work)) > 0);
  }

  /** Once a day. */
  async #foldOnce(now: number): Promise<void> {
    const today = dayOf(now);
    const [row] = await this.#sql.all<{ day: number | null }>(
      'select max(day) as day from click_folds',
    );
    const before = row?.day ?? undefined;
    if (before !== undefined && before >= today) return;
    const last = before === undefined ? undefined : before * DAY_MS;
    const folds = foldsOf(now, last, this.#settings.months);
    // Links and apps have many more rows than the steps before were about.
    this.#stepRows = Math.min(this.#stepRows, FIRST_STEP_ROWS);
    for (const owners of [LINKS, APPS]) {
      await this.#stepIds(owners, (tx, ids) => foldSlots(tx, owners, ids, folds));
    }
    await this.#deleteDays(now);
    await this.#step(async (tx) => {
      await tx.run('insert into click_folds (day) values (?) on conflict (day) do nothing', [
        today,
      ]);
      return tx.run('delete from click_folds where day < ?', [today]);
    });
  }

  /** Once a day, and after the start. */
  async #sealOnce(now: number): Promise<void> {
    const today = dayOf(now);
    if (this.#sealedOn === today) return;
    const days = await unsealedDays(this.#sql, now);
    for (const day of days) await this.#step((tx) => sealDay(tx, day));
    this.#sealedOn = today;
    // Of several instances, the one that has sealed the day.
    if (days.length > 0 && this.#sql.engine === 'postgres') await this.#analyze();
  }

  /**
   * By itself, PostgreSQL counts the values of a table again when a tenth of it has changed. In a table of a year, that is
   * after a month, and until then it expects no rows of the days since: a report with a filter took 838 instead of 345 ms.
   */
  async #analyze(): Promise<void> {
    for (const table of READ_BY_DAY) {
      await this.#step((tx) => tx.run(`analyze (skip_locked) ${table}`));
    }
  }

  async #deleteDays(now: number): Promise<void> {
    const day = firstKeptDay(now, this.#settings.months);
    await this.#stepIds(LINKS, (tx, ids) =>
      tx.run(`delete from link_days where link in (${LINKS.some}) and day < ?`, [...ids, day]),
    );
    const apps = await this.#sql.all<{ app: number }>('select distinct app from app_totals');
    for (const { app } of apps) {
      const old = ['app = ? and day < ?', [app, day]] as const;
      await this.#deleteRows('app_days', ['app', 'day', 'profile'], ...old);
      await this.#deleteRows('day_links', ['app', 'day', 'link'], ...old);
      const sealed = 'select app, day from sealed_days where app = ? and day < ?';
      for (const one of await this.#sql.all<AppDay>(sealed, [app, day])) {
        await this.#step((tx) => deleteSealed(tx, one));
      }
    }
  }

  /** Goes through the ids of all links or apps, some in each step. */
  async #stepIds(
    { last }: SlotOwners,
    work: (tx: ClickTransaction, ids: readonly [above: number, last: number]) => Promise<unknown>,
  ): Promise<void> {
    const [row] = await this.#sql.all<{ id: number | null }>(last);
    const end = row?.id ?? 0;
    for (let from = 0; from < end;) {
      const to = Math.min(end, from + this.#stepRows);
      await this.#step(async (tx) => {
        await work(tx, [from, to]);
        return to - from;
      });
      from = to;
    }
  }

  /** Deletes the rows that match, some in each step. */
  async #deleteRows(
    table: string,
    key: readonly string[],
    where: string,
    parameters: readonly number[],
  ): Promise<void> {
    const columns = key.join(', ');
    const sql = `delete from ${table} where (${columns}) in
      (select ${columns} from ${table} where ${where} limit ?)`;
    while ((await this.#step((tx) => tx.run(sql, [...parameters, this.#stepRows]))) > 0);
  }

  /** Runs a step, then lets batches go first. `work` returns how many rows it was about. */
  async #step(work: (tx: ClickTransaction) => Promise<number>): Promise<number> {
    if (this.#isStopping) throw new Ended();
    if (this.#keyedFrom < firstKeyedDay(this.#now)) await this.#destroyKeys(this.#now);
    const start = performance.now();
    let rows = 0;
    try {
      rows = await this.#sql.transaction(async (tx) => {
        if (this.#sql.engine === 'postgres') {
          const [lock] = await tx.all<{ free: boolean }>(CLICK_RETENTION_LOCK);
          if (!lock?.free) throw new Ended();
        }
        return work(tx);
      });
    } finally {
      // A step that failed can have taken too long.
      this.#resize(performance.now() - start, rows);
    }
    await sleep(PAUSE_MS);
    return rows;
  }

  #resize(tookMs: number, rows: number): void {
    if (tookMs > STEP_MS) this.#stepRows = Math.max(MIN_STEP_ROWS, this.#stepRows >> 1);
    else if (tookMs < STEP_MS / 4 && rows > 0) {
      this.#stepRows = Math.min(MAX_STEP_ROWS, this.#stepRows * 2);
    }
  }
}
