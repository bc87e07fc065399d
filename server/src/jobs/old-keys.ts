import type { Database } from '../storage/database.ts';
import { removeOldKeys } from '../storage/idempotency-keys.ts';

const SWEEP_MS = 10 * 60_000;

/** Removes idempotency keys that are older than a day, now and then and a few at a time. */
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
      while (await this.#db.transaction((tx) => removeOldKeys(tx, this.#now())));
    } catch {
      // What is left now goes next time; until then it is only not looked at.
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
