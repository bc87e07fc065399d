import type { Database, Transaction } from '../storage/database.ts';

/** What this process keeps the last use of. */
export interface UsesOf {
  readonly tokens: Uses;
  readonly sessions: Uses;
  /** Of apps by their members, by `membershipKey`. */
  readonly memberships: Uses;
}

/** Writes when something was last used. */
type Touch = (tx: Transaction, id: string, usedAt: number) => Promise<void>;

/** When each of some things was last used: kept here at no cost to a request, written now and then. */
export class Uses {
  readonly #db: Database;
  readonly #touch: Touch;
  readonly #flushMs: number;
  #uses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, touch: Touch, flushMs: number) {
    this.#db = db;
    this.#touch = touch;
    this.#flushMs = flushMs;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.#flushMs).unref();
  }

  record(id: string, now: number): void {
    this.#uses.set(id, now);
  }

  /** A time that cannot be written now is written with the next one. */
  async flush(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    try {
      await this.#db.transaction(async (tx) => {
        for (const [id, usedAt] of uses) await this.#touch(tx, id, usedAt);
      });
    } catch {
      for (const [id, usedAt] of uses) if (!this.#uses.has(id)) this.#uses.set(id, usedAt);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
