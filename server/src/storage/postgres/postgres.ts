import { customAlphabet } from 'nanoid';
import type { ClientBase, Pool, PoolClient } from 'pg';
import {
  MAX_CODE_ATTEMPTS,
  StoreUnavailable,
  type CodeSpace,
  type ColumnTypes,
  type Database,
  type InsertedLink,
  type LinkRow,
  type Redeemed,
  type RedeemRow,
  type SqlValue,
  type Transaction,
} from '../database.ts';
import { insertLinks, linkInsert, run } from '../insert-links.ts';
import {
  classified,
  isConflict,
  locationOf,
  openPool,
  query,
  type PostgresSettings,
} from './driver.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import { chunks } from '../chunks.ts';
import { BATCH_STATEMENTS } from './batch-statements.ts';
import { Batcher } from './batcher.ts';
import { CHANNEL, Listener } from './listener.ts';
import { redeemBatch, type Parameters } from './redeem-batch.ts';

/** How often a transaction runs at the most when others are in its way. */
const MAX_TRIES = 5;
const LOOKUPS = { maxRows: 1000, maxRunning: 4 };
/** Values of one insert: what is converted at once on the thread that answers visits. */
const INSERTED = { rows: 1000, characters: 256 * 1024 };
const WRITES = { maxRows: 256, maxRunning: 2 };
/** The lock `all`: a row that every release locks, so it also holds during a rolling upgrade. */
const LOCK_ALL = `select name from migrations where name = '0001_links.sql' for update`;
/**
 * The lock of an app. An insert of a link checks its reference to `apps` with `for key share`, which this
 * lock does not block: creates and redemptions never wait for the management of their app.
 *
 * No two transactions wait for each other: one with the lock of an app waits for no other lock, and of those
 * that lock several apps, only one runs at a time, because they have the lock `all`.
 */
const LOCK_APPS = 'select id from apps where id = any(?::text[]) order by id for no key update';
/**
 * Writes a row as a full disk or a read-only server would refuse. It takes no lock that a transaction
 * holds, and skips the row when another process writes it at the same time.
 */
const PROBE = `update migrations set applied_at = applied_at where name in
  (select name from migrations order by name desc limit 1 for update skip locked)`;
const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7302061)';

export function openPostgres(settings: PostgresSettings, codes: CodeSpace): Database {
  return new PostgresDatabase(settings, codes);
}

class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly location: string;
  readonly files = [];
  readonly #settings: PostgresSettings;
  readonly #pool: Pool;
  readonly #prepared: boolean;
  readonly drawCode: () => string;
  readonly #lookups = new Map<string, Batcher<string, unknown>>();
  readonly #links: Batcher<LinkRow, InsertedLink>;
  readonly #keyed: Batcher<LinkRow, InsertedLink>;
  readonly #counted: Batcher<LinkRow, InsertedLink>;
  readonly #redemptions: Batcher<RedeemRow, Redeemed>;

  constructor(settings: PostgresSettings, codes: CodeSpace) {
    this.#settings = settings;
    this.location = locationOf(settings.url);
    this.#pool = openPool(settings);
    this.#prepared = settings.preparedStatements;
    this.drawCode = customAlphabet(codes.alphabet, codes.length);
    // A single statement needs no transaction. Keys and counts do: they stay locked until it ends.
    this.#links = new Batcher((rows) => again(() => this.#insert(rows)), WRITES);
    const locking = (rows: readonly LinkRow[]) =>
      this.#transact(undefined, (client) => this.#insert(rows, client));
    this.#keyed = new Batcher(locking, WRITES);
    this.#counted = new Batcher(locking, WRITES);
    this.#redemptions = new Batcher(
      (rows) => again(() => redeemBatch((sql, values) => this.#run(sql, values), rows)),
      WRITES,
    );
  }

  all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#read<Row>(sql, parameters);
  }

  /** A connection may have broken while it was idle, so a read is sent a second time. */
  async #read<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    try {
      return await this.#run<Row>(sql, parameters);
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.unknown)) throw error;
      return this.#run<Row>(sql, parameters);
    }
  }

  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    let batcher = this.#lookups.get(sql);
    if (!batcher) {
      batcher = new Batcher((keys) => this.#find(sql, column, keys), LOOKUPS);
      this.#lookups.set(sql, batcher);
    }
    return batcher.add(key) as Promise<Row | undefined>;
  }

  async #find(sql: string, column: string, keys: readonly string[]): Promise<unknown[]> {
    const statement = `${sql} where ${column} = any(?::text[])`;
    const rows = await this.#read<Record<string, unknown>>(statement, [[...new Set(keys)]]);
    const byKey = new Map(rows.map((row) => [row[column], row]));
    return keys.map((key) => byKey.get(key));
  }

  async #run<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    const client = await this.#connect();
    let broken: Error | undefined;
    try {
      const { rows } = await client.query(query(sql, parameters, this.#prepared));
      return rows as Row[];
    } catch (thrown) {
      const error = classified(thrown);
      if (error instanceof StoreUnavailable && error.unknown) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, lock: 'all' | 'none' = 'all'): Promise<T> {
    return this.#transact(lock === 'all' ? LOCK_ALL : undefined, (client) =>
      work(this.#transactionOn(client)),
    );
  }

  appTransaction<T>(appId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(async (tx) => {
      await tx.lockApps([appId]);
      return work(tx);
    }, 'none');
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(MIGRATION_LOCK, (client) => work(this.#transactionOn(client)));
  }

  #transactionOn(client: ClientBase): Transaction {
    const ask = async (sql: string, parameters: Parameters = []) => {
      try {
        return await client.query(query(sql, parameters, this.#prepared));
      } catch (error) {
        throw isConflict(error) ? error : undone(classified(error));
      }
    };
    return {
      all: async <Row>(sql: string, parameters?: readonly SqlValue[]) =>
        (await ask(sql, parameters)).rows as Row[],
      run: async (sql, parameters) => (await ask(sql, parameters)).rowCount ?? 0,
      script: async (sql) => void (await client.query(sql)),
      lockApps: async (appIds) => void (await ask(LOCK_APPS, [appIds])),
      insertMany: async (table, columns, rows) => {
        const sql = insertFromArrays(table, columns);
        for (const some of chunks(rows, INSERTED)) {
          await ask(
            sql,
            Object.keys(columns).map((_, at) => some.map((row) => row[at] ?? null)),
          );
          await yieldToEventLoop();
        }
      },
      announce: async () => void (await client.query(`notify ${CHANNEL}`)),
    };
  }

  /** Runs `work` between `begin` and `commit`, and again after a conflict. */
  #transact<T>(lock: string | undefined, work: (client: ClientBase) => Promise<T>): Promise<T> {
    return again(async () => {
      const client = await this.#connect();
      let broken: Error | undefined;
      try {
        const result = await begun(client, lock, work);
        await this.#commit(client);
        return result;
      } catch (error) {
        await client.query('rollback').catch((thrown: Error) => (broken = thrown));
        throw error;
      } finally {
        client.release(broken);
      }
    });
  }

  /** When a commit gets no answer, it is unknown whether it took effect. */
  async #commit(client: ClientBase): Promise<void> {
    try {
      await client.query('commit');
    } catch (error) {
      if (isConflict(error)) throw error;
      const reason = classified(error);
      if (reason instanceof StoreUnavailable) reason.unknown = true;
      throw reason;
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw undone(classified(error));
    }
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    if (row.once) return this.#keyed.add(row);
    return row.platform ? this.#counted.add(row) : this.#links.add(row);
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return this.#redemptions.add(row);
  }

  /** `client`: in its transaction. */
  #insert(rows: readonly LinkRow[], client?: ClientBase): Promise<InsertedLink[]> {
    return run(
      insertLinks(BATCH_STATEMENTS, rows.map(linkInsert), {
        draw: this.drawCode,
        attempts: MAX_CODE_ATTEMPTS,
      }),
      async ({ sql, parameters }) =>
        client
          ? (await client.query(query(sql, parameters, this.#prepared))).rows
          : this.#run(sql, parameters),
    );
  }

  onChange(wake: () => void): () => Promise<void> {
    const listener = new Listener(this.#settings, wake);
    return () => listener.stop();
  }

  async exists(): Promise<boolean> {
    return true;
  }

  async isMigrated(): Promise<boolean> {
    // By the search path of the role, like every other query.
    const [row] = await this.all<{ there: boolean }>(
      "select to_regclass('migrations') is not null as there",
    );
    return row?.there === true;
  }

  async probe(): Promise<void> {
    await this.#run(PROBE, []);
  }

  async check(): Promise<string | undefined> {
    await this.all('select 1');
    return undefined;
  }

  backup(): Promise<never> {
    throw new StoreUnavailable(
      'USE_PG_DUMP',
      'PostgreSQL has backups of its own: pg_dump, pg_basebackup',
    );
  }

  async close(): Promise<void> {
    const batchers = [this.#links, this.#keyed, this.#counted, this.#redemptions];
    await Promise.all(batchers.map((batcher) => batcher.drain()));
    await this.#pool.end();
  }
}

function insertFromArrays(table: string, columns: ColumnTypes): string {
  const arrays = Object.values(columns).map((type) => `?::${type}[]`);
  return `insert into ${table} (${Object.keys(columns).join(', ')})
    select * from unnest(${arrays.join(', ')})`;
}

/** Begins a transaction and runs `work`. It is not committed yet, so an error leaves nothing behind. */
async function begun<T>(
  client: ClientBase,
  lock: string | undefined,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  try {
    await client.query('begin');
    if (lock) await client.query(lock);
    return await work(client);
  } catch (error) {
    throw isConflict(error) ? error : undone(classified(error));
  }
}

function undone(error: unknown): unknown {
  if (error instanceof StoreUnavailable) error.unknown = false;
  return error;
}

/** Runs `work` again when PostgreSQL has undone it because of a conflict with another transaction. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const conflict =
        error instanceof StoreUnavailable
          ? error.reason === 'PG_40P01' || error.reason === 'PG_40001'
          : isConflict(error);
      if (!conflict || attempt === MAX_TRIES) throw classified(error);
      await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
    }
  }
}
