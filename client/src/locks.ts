import { host, type LockMode, type Locks } from './host.ts';

/**
 * Tabs of a site can be separate processes, and writes to `localStorage` reach the others with a delay.
 * Waiting that long before the lock is released ensures that the next tab sees them.
 */
const PROPAGATION_MS = 50;

/** Runs `work` in one tab of a site at a time; its result is returned before the delay. */
export function amongTabs<T>(locks: Locks, name: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = async (): Promise<void> => {
      await work().then(resolve, reject);
      await new Promise<void>((over) => void host.setTimeout(over, PROPAGATION_MS));
    };
    locks.request(name, held).catch(reject);
  });
}

/**
 * Takes a lock if it is free and returns a function that releases it; undefined if another tab holds it. If
 * the platform cannot tell, the lock counts as free.
 */
export function tryLock(
  locks: Locks,
  name: string,
  mode: LockMode,
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const taken = (lock: unknown): Promise<void> | undefined => {
      if (lock) return new Promise<void>(resolve);
      resolve(undefined);
      return undefined;
    };
    locks.request(name, { mode, ifAvailable: true }, taken).catch(() => resolve(() => {}));
  });
}
