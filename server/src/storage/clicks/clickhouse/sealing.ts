import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../domain/click/slots.ts';
import type { ClickSettings } from '../clicks.ts';
import { doAll, Ended } from '../do-all.ts';
import { firstKeptDay } from '../../../domain/click/kept-days.ts';
import { firstKeyedDay } from '../visitor-hashes.ts';
import type { ClickHouse } from './clickhouse.ts';
import { OPEN_DAYS, pendingClicks, pendingCounts, SINGLE_COLUMNS } from './counts-sql.ts';
import { ROLLUPS, TOTALS, type Rollup } from './rollups.ts';

/** How long after its key a day is sealed: no instance can store a click with a hash of the day by then. */
const SEAL_DELAY_MS = 15 * 60_000;
/** How long after the seal rows are kept, for reports that have read what is sealed. */
const DROP_DELAY_MS = 60_000;
/** Days that are sealed together, after a time without seals. */
const MAX_DAYS = 32;
/** A report is repeated for `OPEN_DAYS`, and its first one must be known for as long as the last one is there. */
const OPENS_KEPT_DAYS = 2 * OPEN_DAYS + 1;

/**
 * Seals days that are over, and drops what is old. All instances do it, without locks: each computes a day in a table
 * of its own, and puts it in its place as a whole. What two of them compute is equal.
 */
export class Sealing {
  readonly #db: ClickHouse;
  readonly #settings: ClickSettings;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;

  constructor(db: ClickHouse, settings: ClickSettings) {
    this.#db = db;
    this.#settings = settings;
  }

  /**
   * `now`: milliseconds since 1970-01-01 UTC. A run that is still going on is not repeated, but keys that ended since it
   * began are destroyed.
   */
  async run(now: number): Promise<void> {
    await doAll(
      // The keys first: without them, hashes say nothing.
      () => this.#drop(['click_keys'], (day) => day < firstKeyedDay(now)),
      () => (this.#running ??= this.#run(now).finally(() => (this.#running = undefined))),
    ).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) throw error;
    });
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running?.catch(() => undefined);
    await this.#db.close();
  }

  async #run(now: number): Promise<void> {
    await doAll(
      () => this.#sealDays(now),
      () => this.#dropOld(now),
    );
  }

  async #sealDays(now: number): Promise<void> {
    const end = firstKeyedDay(now - SEAL_DELAY_MS);
    for (let from = await sealedUntil(this.#db); from < end;) {
      const first = Math.max(from, (await this.#firstDay(from)) ?? end);
      const until = Math.min(end, first + MAX_DAYS);
      await this.#seal(from, until, now);
      from = until;
    }
  }

  /** The first day that has rows to be sealed. */
  async #firstDay(from: number): Promise<number | undefined> {
    const [row] = await this.#db.rows<{ day: number; rows: number }>(
      `select min(day) as day, count() as rows from (
         select part as day from click_rows where part >= {from:Int64} union all
         select part + ${OPEN_DAYS} as day from click_opens where part + ${OPEN_DAYS} >= {from:Int64})`,
      { from },
    );
    return row && row.rows > 0 ? row.day : undefined;
  }

  async #seal(from: number, until: number, now: number): Promise<void> {
    const scope = { part: 'part >= {from:Int64} and part < {until:Int64}', owner: 'true' };
    for (const rollup of ROLLUPS) {
      const { table, columns } = rollup;
      const select = rollup.isTotal
        ? totals(rollup, scope.part)
        : `select part, ${columns.join(', ')}, sum(c), sum(v) from (
             ${pendingCounts(rollup.level, ['part', ...columns], scope)})
           group by part, ${columns.join(', ')}`;
      await this.#replace(table, ['part', ...columns, 'clicks', 'visitors'], select, from, until);
    }
    if (this.#settings.rawDays > 0) {
      const columns = `part, app, ${SINGLE_COLUMNS}`;
      const select = `select ${columns} from ${pendingClicks(scope.part, scope.owner)}`;
      await this.#replace('clicks', columns.split(', '), select, from, until);
    }
    await this.#db.insert('click_seals', ['until', 'sealed_at'], [[until, now]], `until ${until}`);
  }

  /** Replaces the days of a table by those that a query selects. */
  async #replace(
    table: string,
    columns: readonly string[],
    select: string,
    from: number,
    until: number,
  ): Promise<void> {
    const staging = `${table}_seal_${randomBytes(6).toString('hex')}`;
    const { signal } = this.#abort;
    await this.#db.run(`create table ${staging} as ${table}`, {}, signal);
    try {
      await this.#db.run(
        `insert into ${staging} (${columns.join(', ')}) ${select}`,
        { from, until },
        signal,
      );
      // Otherwise the rows may be dropped already, and the result incomplete.
      if ((await sealedUntil(this.#db)) > from) throw new Ended();
      const parts = await this.#db.rows<{ part: number }>(`select distinct part from ${staging}`);
      for (const { part } of parts) {
        await this.#db.run(`alter table ${table} replace partition ${part} from ${staging}`);
      }
    } finally {
      await this.#db.run(`drop table if exists ${staging}`);
    }
  }

  async #dropOld(now: number): Promise<void> {
    if (this.#abort.signal.aborted) throw new Ended();
    const { rawDays, months } = this.#settings;
    const [row] = await this.#db.rows<{ until: number }>(
      'select max(until) as until from click_seals where sealed_at <= {before:Int64}',
      { before: now - DROP_DELAY_MS },
    );
    const sealed = row?.until ?? 0;
    await this.#drop(['click_rows'], (day) => day < sealed);
    await this.#drop(['click_opens'], (day) => day < sealed - OPENS_KEPT_DAYS);
    await this.#drop([TOTALS.link.table, TOTALS.app.table], (day) => day < sealed);
    await this.#drop(
      ['clicks'],
      (day) => rawDays === 0 || (day + 1) * DAY_MS <= now - rawDays * DAY_MS,
    );
    const first = firstKeptDay(now, months);
    const tables = ROLLUPS.filter(({ isTotal }) => !isTotal).map(({ table }) => table);
    await this.#drop(tables, (day) => day < first);
    await this.#dropStaging();
  }

  /** Drops the days of tables. */
  async #drop(tables: readonly string[], isOld: (day: number) => boolean): Promise<void> {
    const parts = await this.#db.rows<{ table: string; partition: string }>(
      `select distinct table, partition from system.parts
       where database = currentDatabase() and active and table in {tables:Array(String)}`,
      { tables },
    );
    for (const { table, partition } of parts) {
      const day = Number(partition);
      if (Number.isSafeInteger(day) && isOld(day)) {
        await this.#db.run(`alter table ${table} drop partition ${day}`);
      }
    }
  }

  /** Tables of processes that were killed. */
  async #dropStaging(): Promise<void> {
    const found = await this.#db.rows<{ name: string }>(
      `select name from system.tables where database = currentDatabase()
       and match(name, '^click[a-z_]*_seal_[0-9a-f]{12}$')
       and metadata_modification_time < now() - interval 1 day`,
    );
    for (const { name } of found) {
      await this.#db.run(`drop table if exists ${name}`);
    }
  }
}

/** The totals of all days before `until`: those before `from`, and what is sealed now. */
function totals({ table, level, columns }: Rollup, part: string): string {
  const names = columns.join(', ');
  return `select {until:Int64} as part, ${names}, sum(c), sum(v) from (
      select ${names}, clicks as c, visitors as v from ${table} where part = {from:Int64}
      union all
      select ${names}, c, v from (${pendingCounts(level, ['part', ...columns], { part, owner: 'true' })}))
    group by ${names}`;
}

/** The first day that is not sealed. */
export async function sealedUntil(db: ClickHouse): Promise<number> {
  const [row] = await db.rows<{ until: number }>('select max(until) as until from click_seals');
  return row?.until ?? 0;
}
