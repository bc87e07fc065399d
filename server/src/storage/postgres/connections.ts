import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { chunks } from '../chunks.ts';
import { StoreUnavailable, type SqlValue, type Transaction } from '../database.ts';
import { AnnouncedChanges } from './announced-changes.ts';
import { byColumn, insertArrays } from './arrays.ts';
import {
  classified,
  isConflict,
  isUriTaken,
  openPool,
  query,
  type Parameters,
  type PostgresSettings,
} from './driver.ts';
import { CHANNEL } from './listener.ts';
import { MIGRATION_LOCK, MIGRATION_TIME, MIGRATION_WAIT } from './locks.ts';

/** The maximum number of attempts of a transaction that conflicts with others. */
const MAX_TRIES = 5;
/** How long a statement of a migration may take on this side, in place of the limit of requests: 12 days. */
const MIGRATION_MS = 1_000_000_000;
/** Values of one insert; they are converted on the thread that answers visits. */
const INSERTED = { rows: 1000, characters: 256 * 1024 };
/**
 * The lock of an app. An insert of a link checks its reference to `apps` with `for key share`, which this
 * lock does not block: creates and redemptions never wait for the management of their app.
 *
 * This cannot cause a deadlock: a transaction with the lock of one app waits for no other lock, and transactions
 * that lock several apps also have the lock `all`, so only one of them runs at a time.
 */
const LOCK_APPS = 'select id from apps where id = any(?::text[]) order by id for no key update';

/**
 * A transaction that takes longer to write its changes, which it does last, is rolled back. Readers of the list of changes
 * wait for a missing number for 60 s, and would never see one that appears after that.
 */
const MAX_ANNOUNCED_MS = 45_000;
/** Connections are replaced no more often than this, because opening all of them is work for the server. */
const REPLACED_EVERY_MS = 1000;

/** The connections of a process: they run single statements and transactions. */
export class Connections {
  readonly #pool: Pool;
  readonly #prepared: boolean;
  readonly #maxAnnouncedMs: number;
  /** Those that were opened since the last replacement. */
  #current = new WeakSet<ClientBase>();
  #replaced = -Infinity;

  constructor(settings: PostgresSettings, maxAnnouncedMs = MAX_ANNOUNCED_MS) {
    this.#maxAnnouncedMs = maxAnnouncedMs;
    this.#pool = openPool(settings);
    this.#pool.on('connect', (client) => this.#current.add(client));
    this.#prepared = settings.preparedStatements;
  }

  /** Statements and transactions that wait for a connection. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** Runs one statement, which needs no transaction. */
  async run<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    const client = await this.#connect();
    let broken: Error | undefined;
    try {
      const { rows } = await this.query(client, sql, parameters);
      return rows as Row[];
    } catch (thrown) {
      const error = classified(thrown);
      if (error instanceof StoreUnavailable && (error.unknown || isReadOnly(error))) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  query(client: ClientBase, sql: string, parameters: Parameters): Promise<QueryResult> {
    return client.query(query(sql, parameters, this.#prepared));
  }

  /** Runs `work` in a transaction. `lock`: a statement that runs first. */
  transaction<T>(lock: string | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transact(lock, (client) => this.#announcing(client, work));
  }

  /** Runs a migration, after that of another process. Only waiting for tables is limited. */
  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transact(MIGRATION_TIME, async (client) => {
      const script = async (text: string): Promise<void> => {
        const config: QueryConfig & { query_timeout: number } = {
          text,
          query_timeout: MIGRATION_MS,
        };
        await client.query(config);
      };
      await script(MIGRATION_LOCK);
      await client.query(MIGRATION_WAIT);
      return this.#announcing(client, (tx) => work({ ...tx, script }));
    });
  }

  /** Runs `work`, then writes the changes that others must see. */
  async #announcing<T>(client: ClientBase, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const changes = new AnnouncedChanges();
    const tx = this.#transactionOn(client, changes);
    const result = await work(tx);
    await changes.write(tx, () => client.query(`notify ${CHANNEL}`), this.#maxAnnouncedMs);
    return result;
  }

  #transactionOn(client: ClientBase, changes: AnnouncedChanges): Transaction {
    const ask = async (sql: string, parameters: Parameters = []) => {
      try {
        return await this.query(client, sql, parameters);
      } catch (error) {
        throw isConflict(error) ? error : undone(classified(error));
      }
    };
    const all = async <Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]> =>
      (await ask(sql, parameters)).rows as Row[];
    return {
      engine: 'postgres',
      all,
      find: async <Row>(sql: string, parameters?: readonly SqlValue[]) =>
        (await all<Row>(sql, parameters))[0],
      run: async (sql, parameters) => (await ask(sql, parameters)).rowCount ?? 0,
      script: async (sql) => void (await client.query(sql)),
      lockApps: async (appIds) => void (await ask(LOCK_APPS, [appIds])),
      insertMany: async (table, columns, rows) => {
        const sql = insertArrays(table, columns);
        for (const some of chunks(rows, INSERTED)) await ask(sql, byColumn(columns, some));
      },
      announce: async (subject, now) => changes.add(subject, now),
    };
  }

  /** Runs `work` between `begin` and `commit`, and again after a conflict. */
  transact<T>(lock: string | undefined, work: (client: ClientBase) => Promise<T>): Promise<T> {
    return again(async () => {
      const client = await this.#connect();
      let broken: Error | undefined;
      try {
        const result = await begun(client, lock, work);
        await this.#commit(client);
        return result;
      } catch (error) {
        // A connection that does not answer would keep the caller, and its turn, for the limit of another statement.
        const isUseless =
          error instanceof StoreUnavailable &&
          (error.reason === 'PG_CONNECTION' || isReadOnly(error));
        if (isUseless) broken = error;
        else await client.query('rollback').catch((thrown: Error) => (broken = thrown));
        throw error;
      } finally {
        client.release(broken);
      }
    });
  }

  /** If a commit gets no response, it is unknown whether it took effect. */
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
      for (;;) {
        const client = await this.#pool.connect();
        if (this.#current.has(client)) return client;
        client.release(true);
      }
    } catch (error) {
      throw undone(classified(error));
    }
  }

  /** Replaces each open connection before its next use. Nothing happens if it was called shortly before. */
  replaceAll(): void {
    const now = performance.now();
    if (now - this.#replaced < REPLACED_EVERY_MS) return;
    this.#replaced = now;
    this.#current = new WeakSet();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * The server does not accept writes: after a failover, it is the earlier primary, which its name still led to. A new connection
 * finds the current one; this one would be used again and again.
 */
function isReadOnly({ reason }: StoreUnavailable): boolean {
  return reason === 'PG_25006';
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

/**
 * Runs `work` again if PostgreSQL rolled it back because of a conflict with another transaction. A create does not wait for
 * transactions of its app, so it can take a unique URI that one of them found free: the next attempt finds it taken.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const conflict =
        error instanceof StoreUnavailable
          ? error.reason === 'PG_40P01' || error.reason === 'PG_40001'
          : isConflict(error) || isUriTaken(error);
      if (!conflict || attempt === MAX_TRIES) throw classified(error);
      await new Promise((done) => setTimeout(done, Math.random() * 20 * attempt));
    }
  }
}
