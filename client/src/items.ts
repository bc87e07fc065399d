import type { CheckedOptions } from './checked-options.ts';
import { countdown } from './countdown.ts';
import { StorageError } from './errors.ts';
import { host } from './host.ts';
import { announce, announced, type Write } from './locks.ts';
import { memoryStorage, type SmartlinkStorage } from './storage.ts';

/** How long to wait for a write of another tab. A storage of one tab alone never shows it. */
const PATIENCE_MS = 500;
const INTERVAL_MS = 5;

/** The storage, or the memory of this client if there is none. */
export interface Items {
  /** Calls a method of the storage. Rejects with a `StorageError`. */
  readonly stored: <Name extends keyof SmartlinkStorage>(
    name: Name,
    key: string,
    value?: string,
  ) => Promise<Awaited<ReturnType<SmartlinkStorage[Name]>>>;
  /**
   * Runs what changes items, one at a time: among the clients of this program that have the same prefix, and among the
   * tabs of a site if there are Web Locks.
   */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** `lock`: the name of the lock that `alone` takes. */
export function createItems(options: CheckedOptions, lock: string): Items {
  const { storage: given = memoryStorage() } = options;
  let lastWrite: Write | undefined;
  // What runs last. It is global, because a program can contain several copies of this package, and a new one after each
  // Fast Refresh. Different storages share it, since functions of different clients can return the same storage.
  const last = Symbol.for('@smartlink/client/' + lock);
  const turns = host as { [last]?: Promise<unknown> };

  const stored = async <Name extends keyof SmartlinkStorage>(
    name: Name,
    key: string,
    value?: string,
  ): Promise<Awaited<ReturnType<SmartlinkStorage[Name]>>> => {
    try {
      const storage = typeof given === 'function' ? given() : given;
      const result = await storage[name](key, value!);
      if (name !== 'getItem') lastWrite = [key, value || null];
      return result as Awaited<ReturnType<SmartlinkStorage[Name]>>;
    } catch (cause) {
      throw new StorageError(`Storage failed: ${String(cause)}`, { cause });
    }
  };
  const seen = async ([key, value]: Write): Promise<void> => {
    // Timers of a hidden tab can take a second each.
    for (const leftMs = countdown(PATIENCE_MS); leftMs();) {
      // `work` itself will report an error.
      if (((await stored('getItem', key).catch(() => value)) || null) === value) return;
      await new Promise<void>((over) => void host.setTimeout(over, INTERVAL_MS));
    }
  };
  /**
   * Tabs can be separate processes, and writes to `localStorage` reach the others with a delay, in their order.
   * So a tab announces its last write in the name of a second lock, and the next tab waits until it sees it.
   */
  const amongTabs = async <T>(work: () => Promise<T>): Promise<T> => {
    const { locks } = (options.storage && host.navigator) || {};
    let begun = false;
    try {
      if (locks) {
        return await locks.request(lock, async () => {
          begun = true;
          const [number, before] = await announced(locks, lock);
          if (before) await seen(before);
          lastWrite = undefined;
          try {
            return await work();
          } finally {
            if (lastWrite) await announce(locks, lock, number + 1, lastWrite);
          }
        });
      }
    } catch (error) {
      // Some platforms refuse locks, as in a frame without an origin: then there are none.
      if (begun) throw error;
    }
    return work();
  };
  return {
    stored,
    alone: (work) => {
      const turn = () => amongTabs(work);
      const done = Promise.resolve(turns[last]).then(turn, turn);
      turns[last] = done;
      return done;
    },
  };
}
