import type { Database, Transaction } from '../storage/database.ts';
import { touchMembership } from '../storage/memberships.ts';
import { touchSession } from '../storage/sessions.ts';
import { touchToken } from '../storage/tokens.ts';

const TOKENS_MS = 30_000;
const MEMBERS_MS = 60_000;
/** Times of one transaction: on SQLite, other writes wait for it. */
const TIMES_AT_ONCE = 50;

/** The trackers of this process. */
export type LastUsedWriter = ReturnType<typeof lastUsedTrackers>;

export function lastUsedTrackers(db: Database) {
  const touchApp: Touch = (tx, key, usedAt) => {
    const [appId = '', memberId = ''] = key.split(' ');
    return touchMembership(tx, appId, memberId, usedAt);
  };
  return {
    tokens: new LastUsedTracker(db, touchToken, TOKENS_MS),
    /** The use of a session extends it. */
    sessions: new LastUsedTracker(db, touchSession, MEMBERS_MS),
    /** When each member last used each app, by `membershipKey`. */
    memberships: new LastUsedTracker(db, touchApp, MEMBERS_MS),
  };
}

export function membershipKey(appId: string, memberId: string): string {
  return `${appId} ${memberId}`;
}

/** Writes when something was last used, unless a later time is stored. */
type Touch = (tx: Transaction, id: string, usedAt: number) => Promise<void>;

/**
 * Tracks when tokens, sessions or memberships were last used. Requests only update a map; the times are
 * written at intervals.
 */
export class LastUsedTracker {
  readonly #db: Database;
  readonly #touch: Touch;
  readonly #flushMs: number;
  #uses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #flushed = Promise.resolve();

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

  /** Writes the times, one call after the other: a stop also waits for those that are being written. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#write());
    return this.#flushed;
  }

  /** Times that cannot be written now are written with the next ones. */
  async #write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    // In the same order in every process, to avoid deadlocks. No lock: a later time wins.
    const sorted = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1));
    try {
      while (sorted.length > 0) {
        const some = sorted.slice(0, TIMES_AT_ONCE);
        await this.#db.transaction(async (tx) => {
          for (const [id, usedAt] of some) await this.#touch(tx, id, usedAt);
        }, 'none');
        sorted.splice(0, TIMES_AT_ONCE);
      }
    } catch {
      for (const [id, usedAt] of sorted) if (!this.#uses.has(id)) this.#uses.set(id, usedAt);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
