import { removeOldChanges } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { removeOldKeys } from '../storage/idempotency-keys.ts';
import { removeOldSessions } from '../storage/sessions.ts';

const SWEEP_MS = 10 * 60_000;

/** Deletes some rows that have no effect any more; returns whether there may be more. */
const REMOVERS = [removeOldKeys, removeOldChanges, removeOldSessions];

/**
 * Regularly deletes rows that have no effect any more, in small transactions, so it does not matter which instance deletes
 * them, and when.
 */
export class OldRows {
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
      for (const remove of REMOVERS) {
        while (await this.#db.transaction((tx) => remove(tx, this.#now()), 'none'));
      }
    } catch {
      // The next sweep deletes the rest.
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
