import { DryRun } from '../actions/setup/dry-run.ts';
import { Problem } from '../problem.ts';
import type {
  Database,
  InsertedLink,
  LinkRow,
  Reader,
  Redeemed,
  RedeemRow,
  SqlValue,
  StoreLoad,
  Transaction,
} from '../storage/database.ts';
import type { SharedQuery } from '../storage/shared-query.ts';

export const STORE_OPERATIONS = [
  'read',
  'find',
  'lookup',
  'replica_lookup',
  'transaction',
  'insert_link',
  'redeem',
] as const;
export type StoreOperation = (typeof STORE_OPERATIONS)[number];

/** Gets each operation of the database: its duration in seconds, and its result; undefined: it failed. */
export type ObserveStore = (operation: StoreOperation, seconds: number, result?: unknown) => void;

/** A database whose operations are measured. */
export class MeasuredDatabase implements Database {
  readonly engine;
  readonly location;
  readonly files;
  readonly quick: Reader = {
    all: (sql, parameters) => this.#measured('read', this.#db.quick.all(sql, parameters)),
    find: (sql, parameters) => this.#measured('find', this.#db.quick.find(sql, parameters)),
  };
  readonly #db: Database;
  readonly #observe: ObserveStore;

  constructor(db: Database, observe: ObserveStore) {
    this.engine = db.engine;
    this.location = db.location;
    this.files = db.files;
    this.#db = db;
    this.#observe = observe;
  }

  async #measured<T>(operation: StoreOperation, work: Promise<T>): Promise<T> {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    try {
      const result = await work;
      this.#observe(operation, seconds(), result ?? null);
      return result;
    } catch (error) {
      // A transaction that ends without its changes because of its request is no failure of the database.
      const isRefusal = error instanceof Problem || error instanceof DryRun;
      this.#observe(operation, seconds(), isRefusal ? null : undefined);
      throw error;
    }
  }

  all<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]> {
    return this.#measured('read', this.#db.all<Row>(sql, parameters));
  }

  find<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#measured('find', this.#db.find<Row>(sql, parameters));
  }

  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return this.#measured('lookup', this.#db.lookUp<Row>(sql, column, key));
  }

  findShared<Row>(query: SharedQuery, values: readonly string[]): Promise<Row> {
    return this.#measured('find', this.#db.findShared<Row>(query, values));
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, lock?: 'all' | 'none'): Promise<T> {
    return this.#measured('transaction', this.#db.transaction(work, lock));
  }

  appTransaction<T>(appId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#measured('transaction', this.#db.appTransaction(appId, work));
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#db.migration(work);
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    return this.#measured('insert_link', this.#db.insertLink(row));
  }

  drawCode(): string {
    return this.#db.drawCode();
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return this.#measured('redeem', this.#db.redeem(row));
  }

  onChange(wake: () => void): () => Promise<void> {
    return this.#db.onChange(wake);
  }

  exists(): Promise<boolean> {
    return this.#db.exists();
  }

  isMigrated(): Promise<boolean> {
    return this.#db.isMigrated();
  }

  probe(): Promise<void> {
    return this.#db.probe();
  }

  check(): Promise<string | undefined> {
    return this.#db.check();
  }

  load(): StoreLoad {
    return this.#db.load();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
