import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve as absolute } from 'node:path';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import {
  StoreUnavailable,
  type Database,
  type InsertedLink,
  type LinkRow,
  type SqlValue,
  type Transaction,
} from '../database.ts';
import { Checkpoints } from './checkpoints.ts';
import { classified, openReader, Prepared, type Connection } from './driver.ts';
import type { CodeSpace } from './protocol.ts';
import { WriterThread } from './writer-thread.ts';

/** Rows that share one commit at the most. */
const MAX_BATCH = 512;
/** Creates that may wait before further ones are turned away. */
const MAX_WAITING = 20_000;
/** How long a refused insert speaks against the store, unless another succeeds. */
const REFUSAL_COUNTS_MS = 3000;

interface WaitingLink {
  readonly row: LinkRow;
  resolve(result: InsertedLink): void;
  reject(error: unknown): void;
}

/** The store at `path`, which is made with the first write where there is none. */
export function openSqlite(path: string, codes: CodeSpace): Database {
  const file = absolute(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new StoreUnavailable('SQLITE_CANTOPEN', (error as Error).message);
  }
  return new SqliteDatabase(file, codes);
}

/**
 * One file, read by this thread and written by another. All writes pass through one queue here, so
 * that inserts which arrive together become one transaction, and one transaction runs at a time.
 */
class SqliteDatabase implements Database {
  readonly #path: string;
  readonly #writer: WriterThread;
  readonly #checkpoints: Checkpoints;
  #connection: Connection | undefined;
  #reader: Prepared | undefined;

  #links: WaitingLink[] = [];
  readonly #transactions: (() => Promise<void>)[] = [];
  #working = false;
  #scheduled = false;
  #idle: (() => void)[] = [];
  #refused: { readonly error: StoreUnavailable; readonly at: number } | undefined;

  constructor(path: string, codes: CodeSpace) {
    this.#path = path;
    this.#writer = new WriterThread({ path, codes });
    this.#checkpoints = new Checkpoints(path);
  }

  async all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    try {
      if (!this.#reader) {
        if (!existsSync(this.#path))
          throw new StoreUnavailable('SQLITE_CANTOPEN', `${this.#path} is gone`);
        this.#connection = openReader(this.#path);
        this.#reader = new Prepared(this.#connection);
      }
      return this.#reader.all<Row>(sql, parameters);
    } catch (thrown) {
      const error = classified(thrown);
      if (error instanceof StoreUnavailable) this.#forgetReader();
      throw error;
    }
  }

  #forgetReader(): void {
    try {
      this.#connection?.close();
    } catch {
      // The next read opens the file anew.
    }
    this.#connection = this.#reader = undefined;
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    if (this.#links.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many writes are waiting'));
    }
    return new Promise((resolve, reject) => {
      this.#links.push({ row, resolve, reject });
      this.#schedule();
    });
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#transactions.push(() => this.#transact(work).then(resolve, reject));
      this.#schedule();
    });
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const run = (sql: string): Promise<unknown> =>
      this.#writer.ask({ kind: 'run', sql, parameters: [] });
    let failed: { readonly error: unknown } | undefined;
    // After a failure the thread may have opened the store anew, outside this transaction.
    const guarded = async <R>(ask: () => Promise<unknown>): Promise<R> => {
      if (failed) throw failed.error;
      try {
        return (await ask()) as R;
      } catch (error) {
        failed = { error };
        throw error;
      }
    };
    await run('begin immediate');
    try {
      const result = await work({
        all: (sql, parameters = []) =>
          guarded(() => this.#writer.ask({ kind: 'all', sql, parameters })),
        run: (sql, parameters = []) =>
          guarded(() => this.#writer.ask({ kind: 'run', sql, parameters })),
        script: (sql) => guarded(() => this.#writer.ask({ kind: 'script', sql })),
      });
      if (failed) throw failed.error;
      await run('commit');
      this.#checkpoints.wrote(100);
      return result;
    } catch (error) {
      await run('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Waits for the rest of this turn, so that what arrived together travels together. */
  #schedule(): void {
    if (this.#working || this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (;;) {
      if (this.#checkpoints.wantsWriter) {
        this.#checkpoints.wantsWriter = false;
        await this.#writer.ask({ kind: 'checkpoint' }).catch(() => undefined);
      }
      const transaction = this.#transactions.shift();
      if (transaction) await transaction();
      else if (this.#links.length > 0) await this.#insertBatch();
      else break;
    }
    this.#working = false;
    for (const done of this.#idle.splice(0)) done();
  }

  async #insertBatch(): Promise<void> {
    const batch = this.#links.slice(0, MAX_BATCH);
    this.#links = this.#links.length > MAX_BATCH ? this.#links.slice(MAX_BATCH) : [];
    try {
      const rows = batch.map((waiting) => waiting.row);
      const outcomes = (await this.#writer.ask({ kind: 'insert-links', rows })) as InsertedLink[];
      batch.forEach((waiting, index) => waiting.resolve(outcomes[index] as InsertedLink));
      this.#checkpoints.wrote(outcomes.filter(({ outcome }) => outcome === 'created').length);
      this.#refused = undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refused = { error, at: Date.now() };
      for (const waiting of batch) waiting.reject(error);
    }
  }

  async exists(): Promise<boolean> {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  async probe(): Promise<void> {
    // A page that finds room proves little while whole links do not.
    const refused = this.#refused;
    if (refused && Date.now() - refused.at < REFUSAL_COUNTS_MS) throw refused.error;
    await this.all('select 1 from migrations limit 1');
    // Takes the write lock and writes one page, which is what a full or read-only disk refuses.
    await this.transaction(async (tx) => {
      await tx.run(
        'update migrations set applied_at = applied_at where name = (select max(name) from migrations)',
      );
    });
  }

  async backup(file: string, progress: (written: number, expected: number) => void): Promise<void> {
    const target = absolute(file);
    const partial = `${target}.partial`;
    rmSync(partial, { force: true });
    const [size] = await this.all<{ bytes: number }>(
      'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
    );
    const expected = size?.bytes ?? 0;
    const tick = setInterval(() => {
      progress(statSync(partial, { throwIfNoEntry: false })?.size ?? 0, expected);
    }, 200);
    try {
      const worker = new Worker(new URL('./backup.js', import.meta.url), {
        workerData: { path: this.#path, target: partial },
      });
      await once(worker, 'exit');
    } finally {
      clearInterval(tick);
    }
    sync(partial);
    renameSync(partial, target);
    sync(dirname(target));
    progress(statSync(target).size, expected);
  }

  async close(): Promise<void> {
    if (
      this.#working ||
      this.#scheduled ||
      this.#links.length > 0 ||
      this.#transactions.length > 0
    ) {
      await new Promise<void>((done) => this.#idle.push(done));
    }
    await this.#checkpoints.stop();
    this.#forgetReader();
    await this.#writer.close();
    this.#checkpoints.release();
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
