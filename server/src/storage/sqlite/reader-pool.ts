import { Worker } from 'node:worker_threads';
import { StoreUnavailable, type BatchTotals, type SqlValue } from '../database.ts';
import { executionsOf, requestOf, settle, type Read } from './executions.ts';
import { PATIENCE_MS, type ReadBatch, type ReadReply, type Reads } from './reads.ts';
import { WorkerThread } from './worker-thread.ts';

interface Reader {
  readonly thread: WorkerThread<ReadBatch>;
  /** False while it starts. */
  ready: boolean;
  /** When its batch was sent; undefined: it has none. */
  since: number | undefined;
}

interface Limits {
  readonly threads: number;
  /** Reads that may wait; more are rejected. */
  readonly waiting: number;
}

/** A batch of this size does not wait for the end of the turn, which can be long under load. */
const LARGE_BATCH = 64;
/** Reads of one batch at the most. */
const MAX_BATCH = 256;
/** Lookups of one execution at the most. A thread cannot reply before an execution has ended. */
const MAX_TOGETHER = 64;
// Results are sent and forgotten. A limit for the whole heap would end the process: SQLite's driver does not
// survive the end of its thread during a statement.
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8 };

/**
 * Reads on threads of their own. Reads of one turn of the event loop, or of the time while a batch is running,
 * share a message. The first read starts a thread (30 ms, 6 MB). As long as the file is in memory, one thread is
 * fastest. If a batch takes long, because the disk is slow or a statement reads much, more threads start and divide
 * what is waiting.
 */
export class ReaderPool implements Reads {
  readonly #path: string;
  readonly #limits: Limits;
  readonly #readers: Reader[] = [];
  readonly #waiting: Read[] = [];
  #scheduled = false;
  /** Whether the last batch took long. */
  #slow = false;
  /** Lookups of one execution: few until the file turns out to be in memory. */
  #together = 1;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #idle: (() => void)[] = [];
  readonly #batches = { count: 0, operations: 0 };

  constructor(path: string, limits: Limits) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Rejects with `StoreUnavailable` also when too many reads wait. */
  all<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    return this.#add((resolve, reject) => ({ sql, parameters, resolve, reject }));
  }

  /** Rejects like `all`. */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined> {
    return this.#add((resolve, reject) => ({ sql, column, key, resolve, reject }));
  }

  #add<Result>(
    readOf: (resolve: (result: unknown) => void, reject: (error: unknown) => void) => Read,
  ): Promise<Result> {
    if (this.#closed) {
      return Promise.reject(new StoreUnavailable('CLOSED', 'the database is closed'));
    }
    if (this.#waiting.length >= this.#limits.waiting) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many reads are waiting'));
    }
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push(readOf(resolve, reject));
      if (this.#waiting.length % LARGE_BATCH === 0) this.#start();
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#start();
      });
    }) as Promise<Result>;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get batches(): BatchTotals {
    return this.#batches;
  }

  #start(): void {
    while (this.#waiting.length > 0) {
      const reader = this.#nextReader();
      if (!reader) return this.#startLater();
      const divided = Math.ceil(this.#waiting.length / this.#limits.threads);
      const count = this.#slow ? Math.min(divided, MAX_BATCH) : MAX_BATCH;
      const batch = this.#waiting.splice(0, count);
      this.#batches.count++;
      this.#batches.operations += batch.length;
      void this.#run(reader, batch);
    }
  }

  /** An idle thread. Unless reads are slow, one is only used when the others take long. */
  #nextReader(): Reader | undefined {
    const recent = performance.now() - PATIENCE_MS;
    const isQuick = ({ ready, since = 0 }: Reader): boolean => ready && since > recent;
    if (!this.#slow && this.#readers.some(isQuick)) return undefined;
    const idle = this.#readers.find(({ ready, since }) => ready && since === undefined);
    if (idle || this.#readers.length === this.#limits.threads) return idle;
    if (this.#readers.every(({ ready }) => ready)) this.#addReader();
    return undefined;
  }

  /** Starts a thread. It gets its first batch when it is ready: until then, the others are faster. */
  #addReader(): void {
    const options = { workerData: { path: this.#path }, resourceLimits: RESOURCE_LIMITS };
    const thread = new WorkerThread<ReadBatch>({
      name: 'reader',
      writes: false,
      start: () => new Worker(new URL('./reader.js', import.meta.url), options),
    });
    const reader: Reader = { thread, ready: false, since: undefined };
    this.#readers.push(reader);
    void this.#run(reader, []);
  }

  async #run(reader: Reader, batch: readonly Read[]): Promise<void> {
    reader.since = performance.now();
    try {
      const executions = executionsOf(batch, this.#together);
      const request = requestOf(executions);
      const reply = (await reader.thread.ask(request)) as ReadReply;
      const repeated = settle(executions, request, reply);
      const isSlow = reply.tookMs > PATIENCE_MS;
      if (reader.ready) this.#slow = isSlow;
      const isOneByOne = isSlow || repeated.length > 0;
      this.#together = isOneByOne ? 1 : Math.min(2 * this.#together, MAX_TOGETHER);
      this.#waiting.unshift(...repeated, ...executions.slice(reply.results.length).flat());
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    reader.ready = true;
    reader.since = undefined;
    this.#start();
    if (!this.#isWorking) for (const done of this.#idle.splice(0)) done();
  }

  /** Checks again soon whether the running batches take long. */
  #startLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // The replies that arrived while this thread was busy come first.
      setImmediate(() => this.#start());
    }, PATIENCE_MS);
  }

  get #isWorking(): boolean {
    return this.#readers.some(({ since }) => since !== undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting.length > 0 || this.#isWorking) {
      await new Promise<void>((done) => this.#idle.push(done));
    }
    // One after the other: only a connection that is the last one removes the write-ahead log.
    for (const { thread } of this.#readers) await thread.close();
  }
}
