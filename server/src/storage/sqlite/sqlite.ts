import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { customAlphabet } from 'nanoid';
import type {
  CodeSpace,
  Database,
  InsertedLink,
  LinkRow,
  Reader,
  Redeemed,
  RedeemRow,
  SharedQuery,
  SqlValue,
  StoreLoad,
  Transaction,
} from '../database.ts';
import type { Reads } from './reads.ts';
import { WriteQueue } from './write-queue.ts';

const LOOKUPS = { threads: 3, waiting: 20_000 };
const OTHER_READS = { threads: 2, waiting: 2000 };

/**
 * The database file at `path`. The first write creates it if it is missing. `readerThreads`: reads do not
 * block this thread.
 */
export async function openSqlite(
  path: string,
  codes: CodeSpace,
  readerThreads: boolean,
): Promise<Database> {
  const file = resolve(path);
  if (!readerThreads) {
    const { DirectReads } = await import('./direct-reads.ts');
    const reads = new DirectReads(file);
    return new SqliteDatabase(file, codes, { lookups: reads, others: reads });
  }
  const { ReaderPool } = await import('./reader-pool.ts');
  const lookups = new ReaderPool(file, LOOKUPS);
  return new SqliteDatabase(file, codes, { lookups, others: new ReaderPool(file, OTHER_READS) });
}

/** Who reads rows by a unique key, and who reads anything else, which can take long. */
interface Readers {
  readonly lookups: Reads;
  readonly others: Reads;
}

/** One file. One thread writes it. */
class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly location: string;
  readonly files: readonly string[];
  readonly drawCode: () => string;
  readonly #queue: WriteQueue;
  readonly #readers: Readers;
  readonly quick: Reader = {
    engine: this.engine,
    all: (sql, parameters = []) => this.#readers.lookups.all(sql, parameters),
    find: (sql, parameters) => this.find(sql, parameters),
  };

  constructor(path: string, codes: CodeSpace, readers: Readers) {
    this.location = path;
    this.files = [path, `${path}-wal`, `${path}-shm`];
    this.drawCode = customAlphabet(codes.alphabet, codes.length);
    this.#queue = new WriteQueue(path, codes);
    this.#readers = readers;
  }

  all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#readers.others.all<Row>(sql, parameters);
  }

  async find<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.#readers.lookups.all<Row>(sql, parameters))[0];
  }

  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return this.#readers.lookups.lookUp<Row>(sql, column, key);
  }

  async findShared<Row>({ sqlite }: SharedQuery, values: readonly string[]): Promise<Row> {
    return (await this.find<Row>(sqlite, values)) as Row;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.transaction(work);
  }

  appTransaction<T>(_appId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.migration(work);
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    return this.#queue.insertLink(row);
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return this.#queue.redeem(row);
  }

  reconnect(): void {
    // A file is always the same database.
  }

  onChange(): () => Promise<void> {
    return async () => undefined;
  }

  async exists(): Promise<boolean> {
    return (statSync(this.location, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  async isMigrated(): Promise<boolean> {
    if (!(await this.exists())) return false;
    const sql = "select 1 from sqlite_master where type = 'table' and name = 'migrations'";
    return (await this.all(sql)).length > 0;
  }

  async probe(): Promise<void> {
    // One page may fit on a full disk on which whole links do not.
    const { refusal } = this.#queue;
    if (refusal) throw refusal;
    const last = '(select max(name) from migrations)';
    await Promise.all([
      this.find('select 1 from migrations limit 1'),
      // Takes the write lock and writes one page, which a full or read-only disk rejects.
      this.#queue.run(`update migrations set applied_at = applied_at where name = ${last}`),
    ]);
  }

  async check(): Promise<string | undefined> {
    const [row] = await this.all<{ quick_check: string }>('pragma quick_check(1)');
    return row?.quick_check === 'ok' ? undefined : row?.quick_check;
  }

  load(): StoreLoad {
    const { lookups, others } = this.#readers;
    const { waiting, batches } = this.#queue.load();
    return {
      waiting: { ...waiting, lookups: lookups.waiting, reads: others.waiting },
      batches: { ...batches, lookups: lookups.batches },
    };
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#readers.lookups.close();
    await this.#readers.others.close();
    this.#queue.release();
  }
}
