import { host, type LockMode, type Locks } from './host.ts';

/** How long a tab announces its last write. */
const ANNOUNCED_MS = 1000;

/** A write to the storage; `null`: the item was removed. */
export type Write = readonly [key: string, value: string | null];

/** Returns the newest announcement of a lock: its number and the write. */
export async function announced(
  locks: Locks,
  name: string,
): Promise<[number: number, write?: Write]> {
  const start = `${name}=`;
  let newest: [number, Write?] = [0];
  try {
    for (const lock of (await locks.query()).held!) {
      if (!lock.name!.startsWith(start)) continue;
      const one = JSON.parse(lock.name!.slice(start.length)) as [number, Write];
      if (one[0] > newest[0]) newest = one;
    }
  } catch {
    // The platform has no such list, so nothing is announced.
  }
  return newest;
}

/** Takes a lock with this announcement as its name for some time; resolves when other tabs can see it. */
export function announce(locks: Locks, lock: string, number: number, write: Write): Promise<void> {
  const name = `${lock}=${JSON.stringify([number, write])}`;
  return new Promise((resolve) => {
    const taken = (): Promise<void> => {
      resolve();
      return new Promise((over) => {
        const timer = host.setTimeout(over, ANNOUNCED_MS) as { unref?(): void };
        // Node.js does not end while a timer runs.
        if (timer.unref) timer.unref();
      });
    };
    locks.request(name, { mode: 'shared' }, taken).catch(resolve);
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
