import type { Database } from '../storage/database.ts';
import { removeOldKeys } from '../storage/idempotency-keys.ts';

const SWEEP_MS = 10 * 60_000;

/** Regularly deletes idempotency keys that are older than a day, in small transactions. */
export class OldKeys {
  readonly #db: Database;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref();
  }

  async sweep(): Promise<void> {
    try {
      // An expired key counts as unknown, so it does not matter who deletes it, and when.
      while (await this.#db.transaction((tx) => removeOldKeys(tx, this.#now()), 'none'));
    } catch {
      // The next sweep deletes the rest. Until then, expired keys are ignored.
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
