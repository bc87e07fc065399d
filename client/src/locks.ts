import { host, type LockMode, type Locks } from './host.ts';

/**
 * Tabs of a site may be processes of their own, and what one writes into `localStorage` reaches the
 * others a moment later. Waiting that long before the lock is passed on makes the next one see it.
 */
const PROPAGATION_MS = 50;

/** Runs `work` alone among the tabs of a site; its result does not wait for the propagation. */
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
 * Takes a lock that is free, and returns what gives it back; undefined where another tab has it. A
 * platform that cannot say counts as free.
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
