import {
  StoreUnavailable,
  type InsertedLink,
  type LinkRow,
  type Transaction,
} from '../database.ts';
import { Checkpoints } from './checkpoints.ts';
import { linkValues, type CodeSpace, type InsertReply, type LinkValues } from './protocol.ts';
import { WriterThread } from './writer-thread.ts';

/** Rows that share one commit at the most. */
const MAX_BATCH = 512;
/** Creates that may wait before further ones are turned away. */
const MAX_WAITING = 20_000;
/** How long a refused insert speaks against the store, unless another succeeds. */
const REFUSAL_COUNTS_MS = 3000;
/** What a transaction counts as in rows, for check-pointing. */
const ROWS_OF_A_TRANSACTION = 100;

interface WaitingLink {
  readonly values: LinkValues;
  resolve(result: InsertedLink): void;
  reject(error: unknown): void;
}

/**
 * Everything that is written, in one line: inserts that arrive together become one transaction, and
 * one transaction runs at a time. The work itself is done by the writing thread.
 */
export class WriteQueue {
  readonly #writer: WriterThread;
  readonly #checkpoints: Checkpoints;
  #links: WaitingLink[] = [];
  readonly #transactions: (() => Promise<void>)[] = [];
  #working = false;
  #scheduled = false;
  #idle: (() => void)[] = [];
  #refused: { readonly error: StoreUnavailable; readonly at: number } | undefined;

  constructor(path: string, codes: CodeSpace) {
    this.#writer = new WriterThread({ path, codes });
    this.#checkpoints = new Checkpoints(path);
  }

  /** Why the last insert was turned away, while that still says something about the store. */
  get refusal(): StoreUnavailable | undefined {
    const refused = this.#refused;
    return refused && Date.now() - refused.at < REFUSAL_COUNTS_MS ? refused.error : undefined;
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    if (this.#links.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many writes are waiting'));
    }
    return new Promise((resolve, reject) => {
      this.#links.push({ values: linkValues(row), resolve, reject });
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
      this.#checkpoints.wrote(ROWS_OF_A_TRANSACTION);
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
    this.#links = this.#links.slice(MAX_BATCH);
    try {
      const rows = batch.map((waiting) => waiting.values);
      const reply = (await this.#writer.ask({ kind: 'insert-links', rows })) as InsertReply;
      const existing = new Set(reply.existing);
      batch.forEach((waiting, index) => {
        const code = reply.codes[index] ?? '';
        if (code === '') waiting.resolve({ outcome: 'exhausted' });
        else waiting.resolve({ outcome: existing.has(index) ? 'existing' : 'created', code });
      });
      this.#checkpoints.wrote(batch.length - existing.size);
      this.#refused = undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refused = { error, at: Date.now() };
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /** Finishes what is waiting, then ends the threads. `release` follows when all is closed. */
  async close(): Promise<void> {
    if (this.#working || this.#scheduled) {
      await new Promise<void>((done) => this.#idle.push(done));
    }
    await this.#checkpoints.stop();
    await this.#writer.close();
  }

  release(): void {
    this.#checkpoints.release();
  }
}
