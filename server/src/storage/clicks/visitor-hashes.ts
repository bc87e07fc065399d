import { hash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../domain/click/slots.ts';

/** How long the key of a day is kept after its end, for clicks that are stored late. */
export const KEY_GRACE_MS = 3_600_000;
const KEY_BYTES = 32;
/** Short enough for an exact number, and long enough that two of a million visitors a day hardly share one. */
const HASH_DIGITS = 12;

/** Whether the key and the hashes of a day may no longer be used. `now`: milliseconds since 1970-01-01 UTC. */
export function isKeyOver(day: number, now: number): boolean {
  return (day + 1) * DAY_MS + KEY_GRACE_MS <= now;
}

/** Stores a new key for a day unless there is one. Returns that of the day; undefined if it was destroyed. */
export type DayKeys = (day: number, key: Uint8Array) => Promise<Uint8Array | undefined>;

/** The first day whose key still exists at a time. */
export function firstKeyedDay(now: number): number {
  return Math.floor((now - KEY_GRACE_MS) / DAY_MS);
}

/**
 * Recognizes a visitor for a day by a keyed hash. The key is random, differs each day and is destroyed afterwards.
 * Then nobody, including the operator, can tell to which network or browser a hash belonged.
 */
export class VisitorHashes {
  readonly #keys = new Map<number, Uint8Array>();

  /** Reads or creates the key of each day that is not over. `keys`: those of the store. */
  async load(keys: DayKeys, days: Iterable<number>, now: number): Promise<void> {
    this.prune(now);
    for (const day of days) {
      if (this.#keys.has(day) || isKeyOver(day, now)) continue;
      const key = await keys(day, randomBytes(KEY_BYTES));
      if (key) this.#keys.set(day, key);
    }
  }

  /**
   * Returns a number for a visitor of an app on a day; undefined if the day is over. It differs between apps, so
   * that nobody can follow a visitor from one app to another.
   */
  hash(day: number, app: string, network: string, userAgent: string): number | undefined {
    const key = this.#keys.get(day);
    if (!key) return undefined;
    // SHA-256 of key and text instead of HMAC, which takes five times as long: so short a part of the result tells
    // nothing about the state from which a longer text could be hashed.
    const text = Buffer.from(`${app}\n${network}\n${userAgent}`);
    const digest = hash('sha256', Buffer.concat([key, text]));
    return Number.parseInt(digest.slice(0, HASH_DIGITS), 16);
  }

  /** Forgets the keys of days that are over. */
  prune(now: number): void {
    for (const [day, key] of this.#keys) {
      if (!isKeyOver(day, now)) continue;
      key.fill(0);
      this.#keys.delete(day);
    }
  }

  /** Forgets all keys, which may not have been stored. */
  clear(): void {
    this.#keys.clear();
  }
}
