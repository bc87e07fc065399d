import { changesAfter, lastChange } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { ChangeCursor } from './change-cursor.ts';
import type { Memory } from './memory.ts';

/** How long a change made elsewhere can go unnoticed where nothing wakes this process. */
const POLL_MS = 200;
/** How often it is asked whether the store still is where it was. */
const VERIFY_MS = 2000;

/**
 * Makes this process forget what others change in the store, operator commands among them. When the
 * store has not been heard of for `maxAgeMs`, everything is forgotten and nothing is remembered.
 */
export class ChangeFeed {
  readonly #db: Database;
  readonly #memory: Memory;
  readonly #maxAgeMs: number;
  readonly #refresh: () => Promise<unknown>;
  #cursor: ChangeCursor | undefined;
  #heard = performance.now();
  #verified = 0;
  #polling: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;

  /** `refresh` brings up to date what has to be there before anybody asks for it. */
  constructor(
    db: Database,
    memory: Memory,
    maxAgeMs: number,
    refresh: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#refresh = refresh;
    this.#db = db;
    this.#memory = memory;
    this.#maxAgeMs = maxAgeMs;
  }

  start(): void {
    this.#stopListening = this.#db.onChange(() => void this.poll());
    this.#timers = [
      setInterval(() => void this.poll(), POLL_MS).unref(),
      // Apart from the polls, one of which may be what hangs.
      setInterval(() => this.#doubt(), POLL_MS).unref(),
    ];
  }

  /** Reads what is new; one at a time, and what asks meanwhile gets the same. */
  poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #read(): Promise<void> {
    try {
      const asked = performance.now();
      const cursor = await this.#currentCursor(asked);
      for (const { seq, subject } of await changesAfter(this.#db, cursor.position)) {
        if (cursor.isNew(seq, asked)) this.#memory.forget(subject);
      }
      cursor.settle(asked);
      this.#heard = asked;
      this.#memory.trust();
      await this.#refresh();
    } catch {
      // The readiness probe and the requests themselves report a store that cannot be read.
    }
  }

  /** A store that was restored, or lost its last moments in a failover, counts from earlier on. */
  async #currentCursor(now: number): Promise<ChangeCursor> {
    if (this.#cursor && now - this.#verified < VERIFY_MS) return this.#cursor;
    const last = await lastChange(this.#db);
    if (!this.#cursor || last < this.#cursor.position) {
      if (this.#cursor) this.#memory.distrust();
      this.#cursor = new ChangeCursor(last);
    }
    this.#verified = now;
    return this.#cursor;
  }

  #doubt(): void {
    if (performance.now() - this.#heard > this.#maxAgeMs) this.#memory.distrust();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#stopListening?.();
    await this.#polling;
  }
}
