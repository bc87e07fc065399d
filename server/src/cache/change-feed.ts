import { changesAfter, lastChange } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import type { Memory } from './memory.ts';

/** How long a change made elsewhere can go unnoticed. */
const POLL_MS = 200;

/** Makes this process forget what others change in the store, operator commands among them. */
export class ChangeFeed {
  readonly #db: Database;
  readonly #memory: Memory;
  #seq: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, memory: Memory) {
    this.#db = db;
    this.#memory = memory;
  }

  start(): void {
    const again = (): void => {
      this.#timer = setTimeout(() => void this.poll().finally(again), POLL_MS).unref();
    };
    again();
  }

  /** Reads what is new. While the store is away, nothing changes in it either. */
  async poll(): Promise<void> {
    try {
      this.#seq ??= await lastChange(this.#db);
      for (const { seq, subject } of await changesAfter(this.#db, this.#seq)) {
        this.#memory.forget(subject);
        this.#seq = seq;
      }
    } catch {
      // The readiness probe and the requests themselves report a store that cannot be read.
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
