import { changeBefore, changesFrom, type Change } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { ChangeCursor, GAP_MS } from './change-cursor.ts';
import type { LinkCache } from './link-cache.ts';

/** Maximum delay of a change in another process when no notification arrives. */
const POLL_MS = 200;

/**
 * Removes from the cache what other processes change in the database, including commands. If the changes
 * cannot be read for `maxAgeMs`, the cache is cleared and stays empty until they can.
 */
export class ChangeFeed {
  readonly #db: Database;
  readonly #memory: LinkCache;
  readonly #maxAgeMs: number;
  readonly #refresh: () => Promise<unknown>;
  #cursor: ChangeCursor | undefined;
  /** The one with the greatest number that `#cursor` has seen. */
  #newest: Change | undefined;
  #heard = performance.now();
  #polling: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;

  /** `refresh` updates what must be cached before it is requested. */
  constructor(
    db: Database,
    memory: LinkCache,
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
      // Independent of the polls, because a poll may hang.
      setInterval(() => this.#doubt(), POLL_MS).unref(),
    ];
  }

  /** Reads new changes. Concurrent calls share one read. */
  poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #read(): Promise<void> {
    try {
      const asked = performance.now();
      if (!this.#cursor) {
        // Changes with lower numbers than the last one may not be committed yet.
        this.#newest = await changeBefore(this.#db.quick, GAP_MS);
        this.#cursor = new ChangeCursor(this.#newest?.seq ?? 0);
      }
      const cursor = this.#cursor;
      const { missing, newest, position } = cursor;
      const from = missing ? newest : position + 1;
      const changes = await changesFrom(this.#db.quick, from, missing ?? []);
      if (!this.#has(changes)) {
        this.#memory.distrust();
        // The next poll begins again.
        this.#cursor = this.#newest = undefined;
        return;
      }
      for (const change of changes) {
        if (cursor.isNew(change.seq, asked)) this.#memory.forget(change.subject);
        if (change.seq === cursor.newest) this.#newest = change;
      }
      if (changes[0]?.isStandby) {
        // It can be behind, so this does not prove that the cache is current.
        this.#db.reconnect();
      } else {
        cursor.settle(asked);
        this.#heard = asked;
        this.#memory.epoch.trust();
      }
      await this.#refresh();
    } catch {
      // The readiness probe and the requests themselves report a store that cannot be read.
    }
  }

  /**
   * Whether the list has the newest change that was read. In a database that was restored, or lost its last writes in a failover,
   * it is missing, or another change has its number.
   */
  #has(changes: readonly Change[]): boolean {
    const known = this.#newest;
    if (!known) return true;
    const found = changes.find(({ seq }) => seq === known.seq);
    return found?.subject === known.subject && found.createdAt === known.createdAt;
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
