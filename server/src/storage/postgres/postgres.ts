import { customAlphabet } from 'nanoid';
import type { ClientBase, Pool, PoolClient } from 'pg';
import {
  MAX_DRAWS,
  StoreUnavailable,
  type CodeSpace,
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
import { BATCH_STATEMENTS } from './batch-statements.ts';
import { Batcher } from './batcher.ts';
import { CHANNEL, Listener } from './listener.ts';
import { redeemBatch, type Parameters } from './redeem-batch.ts';

/** How often what was in somebody's way is tried again. */
const MAX_TRIES = 5;
const LOOKUPS = { maxRows: 1000, maxRunning: 4 };
const WRITES = { maxRows: 256, maxRunning: 2 };
/** All transactions but those of creates and redemptions take this lock, one after the other. */
const LOCK = `select name from migrations where name = '0001_links.sql' for update`;
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

  /** A connection may have broken while it rested, so what only reads is asked once more. */
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

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(LOCK, (client) => work(this.#transactionOn(client)));
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(MIGRATION_LOCK, (client) => work(this.#transactionOn(client)));
  }

  #transactionOn(client: ClientBase): Transaction {
    const ask = async (sql: string, parameters: readonly SqlValue[] = []) => {
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
      announce: async () => void (await client.query(`notify ${CHANNEL}`)),
    };
  }

  /** Runs `work` between `begin` and `commit`, and again where it was in somebody's way. */
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

  /** After a commit whose answer did not come, nobody knows whether it happened. */
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
        attempts: MAX_DRAWS,
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
    // As the tables are looked for everywhere else: by the search path of the role.
    const [row] = await this.all<{ there: boolean }>(
      "select to_regclass('migrations') is not null as there",
    );
    return row?.there === true;
  }

  async probe(): Promise<void> {
    // Takes a lock and writes a row, which a server that only reads refuses.
    await this.transaction(async (tx) => {
      const last = '(select max(name) from migrations)';
      await tx.run(`update migrations set applied_at = applied_at where name = ${last}`);
    });
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

/** Runs `work` in a transaction that is not committed yet, so a fault leaves nothing behind. */
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

/** Tries again what undid itself because somebody else was in the way. */
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
