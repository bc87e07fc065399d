import { LRUCache } from 'lru-cache';
import type { Epoch } from './epoch.ts';

/** A bounded cache in front of the database. */
export class ReadThrough<Value extends object> extends LRUCache<string, Value> {
  readonly #epoch: Epoch;
  hits = 0;
  misses = 0;

  constructor(epoch: Epoch, options: LRUCache.Options<string, Value, unknown>) {
    super(options);
    this.#epoch = epoch;
  }

  override get(key: string): Value | undefined {
    const value = super.get(key);
    if (value === undefined) this.misses++;
    else this.hits++;
    return value;
  }

  /**
   * Runs `load`, which reads the database, and caches its result, unless it is undefined or a change
   * arrived in the meantime. It does not look into the cache: callers ask `get` first, which is
   * synchronous. Rejects with what `load` rejects with.
   */
  through(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return this.#epoch.through(load, (value) => value && this.set(key, value));
  }
}
