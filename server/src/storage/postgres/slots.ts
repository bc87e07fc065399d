import { StoreUnavailable } from '../database.ts';

/** The maximum amount of work that waits. */
const MAX_WAITING = 2000;

/** Limits how much work runs at a time. The rest waits in order, and fails if it waits too long. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  readonly #maxWaitMs: number;
  readonly #count: number;
  #free: number;

  constructor(count: number, maxWaitMs: number) {
    this.#count = this.#free = count;
    this.#maxWaitMs = maxWaitMs;
  }

  get isUnused(): boolean {
    return this.#free === this.#count;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Rejects with `StoreUnavailable` if no slot is free in time or too much work waits, or with the error of `work`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await work();
    } finally {
      // The slot goes to the next one without being free in between.
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) {
      return Promise.reject(new StoreUnavailable('QUEUE_FULL', 'too many requests are waiting'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        const reason = `other work took longer than ${this.#maxWaitMs} ms`;
        reject(new StoreUnavailable('PG_BUSY', reason));
      }, this.#maxWaitMs);
      const start = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(start);
        resolve();
      };
      this.#waiting.add(start);
    });
  }
}
