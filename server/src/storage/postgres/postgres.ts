import { customAlphabet } from 'nanoid';
import type { ClientBase } from 'pg';
import {
  MAX_CODE_ATTEMPTS,
  StoreUnavailable,
  type BatchTotals,
  type CodeSpace,
  type Database,
  type InsertedLink,
  type LinkRow,
  type Reader,
  type Redeemed,
  type RedeemRow,
  type SharedQuery,
  type SqlValue,
  type StoreLoad,
  type Transaction,
} from '../database.ts';
import { insertLinks } from '../insert-links.ts';
import { linkInsert } from '../link-insert.ts';
import { run, type Statement } from '../procedure.ts';
import { again, Connections } from './connections.ts';
import {
  CONNECT_TIMEOUT_MS,
  locationOf,
  type Parameters,
  type PostgresSettings,
} from './driver.ts';
import { BATCH_STATEMENTS } from './batch-statements.ts';
import { Batcher } from './batcher.ts';
import { insertKeyed } from './keyed-links.ts';
import { Listener } from './listener.ts';
import { Lookups } from './lookups.ts';
import { grantAll, grantWithEvents, redeemBatch } from './redeem-batch.ts';
import { Slots } from './slots.ts';
import { Turns } from './turns.ts';

/**
 * The part of the connections that only batches, `quick` and the readiness probe use. Each batch serves many requests, so it does
 * not wait behind hundreds of statements that serve one.
 */
const FOR_BATCHES = 1 / 4;
/**
 * The part of the connections that writes can use, so that reads go on if all writes stall: behind a lock, or because no standby
 * confirms them. Not less than two, so that creates go on beside a transaction that waits for a lock.
 */
const FOR_WRITES = 3 / 4;
const MIN_WRITES = 2;
/** The part of the connections that transactions can use, so that batches and reads go on beside those that wait for locks. */
const FOR_TRANSACTIONS = 1 / 2;
/** The lock `all`: a row that every release locks, so it also holds during a rolling upgrade. */
const LOCK_ALL = `select name from migrations where name = '0001_links.sql' for update`;
/**
 * Writes a row, which fails on a full disk or a read-only server. It waits for no lock: it skips the row if another
 * process is writing it.
 */
const PROBE = `update migrations set applied_at = applied_at where name in
  (select name from migrations order by name desc limit 1 for update skip locked)`;

export function openPostgres(settings: PostgresSettings, codes: CodeSpace): Database {
  return new PostgresDatabase(settings, codes);
}

class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly location: string;
  readonly files = [];
  readonly #settings: PostgresSettings;
  readonly #connections: Connections;
  /** For statements and transactions of single requests. */
  readonly #single: Slots;
  /** For batches that write, and transactions. */
  readonly #writes: Slots;
  readonly #transactions: Slots;
  readonly #turns: Turns;
  readonly drawCode: () => string;
  readonly #lookups: Lookups;
  readonly #links: Batcher<LinkRow, InsertedLink>;
  readonly #unique: Batcher<LinkRow, InsertedLink>;
  readonly #keyed: Batcher<LinkRow, InsertedLink>;
  readonly #counted: Batcher<LinkRow, InsertedLink>;
  readonly #redemptions: Batcher<RedeemRow, Redeemed>;
  readonly #reportedRedemptions: Batcher<RedeemRow, Redeemed>;
  #probing: Promise<unknown> | undefined;
  /** They need no slot: statements of other requests can have all of them. */
  readonly quick: Reader = {
    engine: this.engine,
    all: (sql, parameters = []) => this.#read(sql, parameters),
    find: async <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
      (await this.#read<Row>(sql, parameters))[0],
  };

  constructor(settings: PostgresSettings, codes: CodeSpace) {
    this.#settings = settings;
    this.location = locationOf(settings.url);
    this.#connections = new Connections(settings);
    const { poolSize, statementTimeoutMs } = settings;
    this.#single = new Slots(Math.ceil(poolSize * (1 - FOR_BATCHES)), CONNECT_TIMEOUT_MS);
    const writes = Math.max(MIN_WRITES, Math.floor(poolSize * FOR_WRITES));
    this.#writes = new Slots(writes, CONNECT_TIMEOUT_MS);
    const transactions = Math.max(1, Math.floor(poolSize * FOR_TRANSACTIONS));
    this.#transactions = new Slots(transactions, statementTimeoutMs);
    this.#turns = new Turns(this.#transactions, statementTimeoutMs);
    this.#lookups = new Lookups((sql, parameters) => this.#read(sql, parameters));
    this.drawCode = customAlphabet(codes.alphabet, codes.length);
    const limits = { maxRows: 256, maxRunning: 2, slots: this.#writes };
    // A single statement needs no transaction. Counts and most repeated keys do: they stay locked until it ends.
    this.#links = new Batcher((rows) => this.#insert(rows), limits);
    const locking = (rows: readonly LinkRow[]) =>
      this.#connections.transact(undefined, (client) => this.#insert(rows, client));
    const keyed = {
      drawCode: this.drawCode,
      alone: ({ sql, parameters }: Statement) =>
        again(() => this.#connections.run<unknown>(sql, parameters)),
      locking,
    };
    // A unique link waits for others with its URI, and is looked up if it exists. No other create shares that.
    this.#unique = new Batcher(
      (rows) => (rows.some(({ once }) => once) ? locking(rows) : this.#insert(rows)),
      limits,
    );
    this.#keyed = new Batcher((rows) => insertKeyed(rows, keyed), limits);
    this.#counted = new Batcher(locking, limits);
    const grant = (rows: readonly RedeemRow[]) =>
      grantAll((sql, values) => this.#connections.run(sql, values), rows);
    this.#redemptions = new Batcher((rows) => again(() => redeemBatch(grant, rows)), limits);
    const grantReported = (rows: readonly RedeemRow[]) =>
      this.#connections.transact(undefined, (client) =>
        grantWithEvents(
          async <Row>(sql: string, values: Parameters) =>
            (await this.#connections.query(client, sql, values)).rows as Row[],
          rows,
        ),
      );
    this.#reportedRedemptions = new Batcher((rows) => redeemBatch(grantReported, rows), limits);
  }

  all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#single.run(() => this.#read<Row>(sql, parameters));
  }

  async find<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(sql, parameters))[0];
  }

  /** Repeats a read once, because a connection can break while it is idle. */
  async #read<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    try {
      return await this.#connections.run<Row>(sql, parameters);
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.unknown)) throw error;
      return this.#connections.run<Row>(sql, parameters);
    }
  }

  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return this.#lookups.lookUp<Row>(sql, column, key);
  }

  findShared<Row>(query: SharedQuery, values: readonly string[]): Promise<Row> {
    return this.#lookups.findShared<Row>(query, values);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, lock: 'all' | 'none' = 'all'): Promise<T> {
    return lock === 'all'
      ? this.#turns.run('all', () => this.#transact(LOCK_ALL, work))
      : this.#transactions.run(() => this.#transact(undefined, work));
  }

  appTransaction<T>(appId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const locking = async (tx: Transaction): Promise<T> => {
      await tx.lockApps([appId]);
      return work(tx);
    };
    return this.#turns.run(`app ${appId}`, () => this.#transact(undefined, locking));
  }

  #transact<T>(lock: string | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const transaction = () => this.#connections.transaction(lock, work);
    return this.#single.run(() => this.#writes.run(transaction));
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#connections.migration(work);
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    if (row.platform) return this.#counted.add(row);
    if (row.uniqueKey !== null) return this.#unique.add(row);
    return (row.once ? this.#keyed : this.#links).add(row);
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return row.events ? this.#reportedRedemptions.add(row) : this.#redemptions.add(row);
  }

  /** `client`: runs in its transaction. Otherwise each statement takes effect by itself. */
  #insert(rows: readonly LinkRow[], client?: ClientBase): Promise<InsertedLink[]> {
    let isWritten = false;
    const alone = async (sql: string, parameters: Parameters): Promise<unknown[]> => {
      try {
        const found = await again(() => this.#connections.run<unknown>(sql, parameters));
        isWritten = true;
        return found;
      } catch (error) {
        // Earlier statements have stored links, so the error must not say that nothing was stored.
        if (isWritten && error instanceof StoreUnavailable) error.unknown = true;
        throw error;
      }
    };
    return run(
      insertLinks(BATCH_STATEMENTS, rows.map(linkInsert), {
        draw: this.drawCode,
        attempts: MAX_CODE_ATTEMPTS,
      }),
      async ({ sql, parameters }) =>
        client
          ? (await this.#connections.query(client, sql, parameters)).rows
          : alone(sql, parameters),
    );
  }

  reconnect(): void {
    this.#connections.replaceAll();
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

  /** One at a time: on a server on which commits stall, each keeps its connection for long. */
  async probe(): Promise<void> {
    this.#probing ??= this.#connections.run(PROBE, []).finally(() => (this.#probing = undefined));
    await this.#probing;
  }

  async check(): Promise<string | undefined> {
    await this.all('select 1');
    return undefined;
  }

  load(): StoreLoad {
    const ofLinks = this.#ofLinks;
    const ofRedemptions = [this.#redemptions, this.#reportedRedemptions];
    const lookups = this.#lookups.batchers;
    return {
      waiting: {
        links: waitingAt(ofLinks),
        redemptions: waitingAt(ofRedemptions),
        lookups: waitingAt(lookups),
        connections: waitingAt([
          this.#turns,
          this.#transactions,
          this.#single,
          this.#writes,
          this.#connections,
        ]),
      },
      batches: {
        writes: batchesOf([...ofLinks, ...ofRedemptions]),
        lookups: batchesOf(lookups),
      },
    };
  }

  async close(): Promise<void> {
    const batchers = [...this.#ofLinks, this.#redemptions, this.#reportedRedemptions];
    await Promise.all(batchers.map((batcher) => batcher.drain()));
    await this.#connections.end();
  }

  get #ofLinks(): Batcher<LinkRow, InsertedLink>[] {
    return [this.#links, this.#unique, this.#keyed, this.#counted];
  }
}

function waitingAt(queues: readonly { readonly waiting: number }[]): number {
  return queues.reduce((sum, { waiting }) => sum + waiting, 0);
}

function batchesOf(batchers: readonly { readonly batches: BatchTotals }[]): BatchTotals {
  return {
    count: batchers.reduce((sum, { batches }) => sum + batches.count, 0),
    operations: batchers.reduce((sum, { batches }) => sum + batches.operations, 0),
  };
}
