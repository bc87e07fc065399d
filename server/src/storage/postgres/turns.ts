import { Slots } from './slots.ts';

/**
 * Transactions that lock the same, one after the other. Those that would wait for the lock wait here, where they keep no
 * connection from other work.
 */
export class Turns {
  readonly #slots: Slots;
  readonly #maxWaitMs: number;
  readonly #locks = new Map<string, Slots>();

  /** `slots`: what a transaction needs besides its lock. `maxWaitMs`: for the lock. */
  constructor(slots: Slots, maxWaitMs: number) {
    this.#slots = slots;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Those that wait for a lock. */
  get waiting(): number {
    let waiting = 0;
    for (const lock of this.#locks.values()) waiting += lock.waiting;
    return waiting;
  }

  /** Rejects with `StoreUnavailable` if `lock` is not free in time, or with the error of `work`. */
  async run<T>(lock: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#locks.get(lock) ?? new Slots(1, this.#maxWaitMs);
    this.#locks.set(lock, turn);
    try {
      return await turn.run(() => this.#slots.run(work));
    } finally {
      if (turn.isUnused && this.#locks.get(lock) === turn) this.#locks.delete(lock);
    }
  }
}
