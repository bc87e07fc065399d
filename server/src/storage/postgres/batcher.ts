import { StoreUnavailable, type BatchTotals } from '../database.ts';
import type { Slots } from './slots.ts';

interface Waiting<Row, Result> {
  readonly row: Row;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatchLimits {
  readonly maxRows: number;
  readonly maxRunning: number;
  /** Each running batch needs one of them. */
  readonly slots?: Slots;
}

/** The maximum number of waiting rows. */
const MAX_WAITING = 20_000;

/** Combines what arrives in one turn of the event loop, or while other batches are running. */
export class Batcher<Row, Result> {
  readonly #runBatch: (rows: readonly Row[]) => Promise<readonly Result[]>;
  readonly #limits: BatchLimits;
  #waiting: Waiting<Row, Result>[] = [];
  #running = 0;
  #scheduled = false;
  #idle: (() => void)[] = [];
  readonly #batches = { count: 0, operations: 0 };

  /** `runBatch` returns a result for each row, in their order. */
  constructor(runBatch: (rows: readonly Row[]) => Promise<readonly Result[]>, limits: BatchLimits) {
    this.#runBatch = runBatch;
    this.#limits = limits;
  }

  /** Rejects with `StoreUnavailable` if too many rows wait, or with the error of the batch. */
  add(row: Row): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many requests are waiting'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#start();
      });
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get batches(): BatchTotals {
    return this.#batches;
  }

  #start(): void {
    const { maxRows, maxRunning } = this.#limits;
    while (this.#running < maxRunning && this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxRows);
      this.#waiting = this.#waiting.slice(maxRows);
      this.#batches.count++;
      this.#batches.operations += batch.length;
      this.#running++;
      void this.#run(batch).then(() => {
        this.#running--;
        this.#start();
        if (this.#running === 0) for (const done of this.#idle.splice(0)) done();
      });
    }
  }

  async #run(batch: readonly Waiting<Row, Result>[]): Promise<void> {
    const { slots } = this.#limits;
    const run = () => this.#runBatch(batch.map(({ row }) => row));
    try {
      const results = await (slots ? slots.run(run) : run());
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /** Resolves when nothing is waiting or running. */
  async drain(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((done) => this.#idle.push(done));
  }
}
