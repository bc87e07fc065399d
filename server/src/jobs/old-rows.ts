import { setTimeout as sleep } from 'node:timers/promises';
import { removeOldChanges } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { removeOldKeys } from '../storage/idempotency-keys.ts';
import { removeOldSessions } from '../storage/sessions.ts';

const SWEEP_MS = 10 * 60_000;
/** How much longer to rest than to work, so that other processes can write to the same file in between. */
const REST = 4;

/** Each deletes some rows that have no effect any more, and returns whether there may be more. */
const REMOVERS = [removeOldKeys, removeOldChanges, removeOldSessions];

/**
 * Regularly deletes rows that have no effect any more, in small transactions, so it does not matter which instance deletes
 * them, and when.
 */
export class OldRows {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(REST), SWEEP_MS).unref();
  }

  /** Deletes all that is old. Concurrent calls share the work. Never rejects: the next sweep deletes the rest. */
  sweep(rest = 0): Promise<void> {
    this.#sweeping ??= this.#removeAll(rest)
      .catch(() => undefined)
      .finally(() => (this.#sweeping = undefined));
    return this.#sweeping;
  }

  async #removeAll(rest: number): Promise<void> {
    const { signal } = this.#ended;
    for (const remove of REMOVERS) {
      for (let more = true; more;) {
        const began = performance.now();
        more = await this.#db.transaction((tx) => remove(tx, this.#now()), 'none');
        await sleep(rest * (performance.now() - began), undefined, { signal, ref: false });
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended.abort();
    await this.#sweeping;
  }
}
