import { host, type LockMode, type Locks } from './host.ts';

/** How long a tab announces its last write. */
const ANNOUNCED_MS = 1000;
/** How long to wait for a write of another tab. A storage of one tab alone never shows it. */
const PATIENCE_MS = 500;
const INTERVAL_MS = 5;

/** The announcements of this tab, which needs not wait for them. */
const own = new Set<string>();

/** A write to the storage; `null`: the item was removed. */
export type Write = readonly [key: string, value: string | null];

/** What tabs do one at a time. */
export interface Turn<T> {
  run(): Promise<T>;
  /** The last write of `run`. */
  lastWrite(): Write | undefined;
  /** Whether this tab sees a write of another one. */
  sees(write: Write): Promise<boolean>;
}

/**
 * Runs a turn in one tab of a site at a time.
 *
 * Tabs can be separate processes, and writes to `localStorage` reach the others with a delay, in their order.
 * So a tab announces its last write in the name of a second lock, and the next tab waits until it sees it.
 */
export function amongTabs<T>(locks: Locks, name: string, turn: Turn<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = async (): Promise<void> => {
      const [number, before] = await announced(locks, name);
      if (before && !own.has(announcement(name, number, before))) await seen(turn, before);
      await turn.run().then(resolve, reject);
      const write = turn.lastWrite();
      if (write) await announce(locks, announcement(name, number + 1, write));
    };
    locks.request(name, held).catch(reject);
  });
}

function announcement(name: string, number: number, write?: Write): string {
  return `${name}=${write ? JSON.stringify([number, write]) : ''}`;
}

/** Returns the newest announcement: its number and the write. */
async function announced(locks: Locks, name: string): Promise<[number: number, write?: Write]> {
  const start = announcement(name, 0);
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

async function seen(turn: Turn<unknown>, write: Write): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += INTERVAL_MS) {
    if (await turn.sees(write)) return;
    await new Promise<void>((over) => void host.setTimeout(over, INTERVAL_MS));
  }
}

/** Takes a lock with this name for some time; resolves when other tabs can see it. */
function announce(locks: Locks, name: string): Promise<void> {
  return new Promise((resolve) => {
    const taken = (): Promise<void> => {
      own.add(name);
      resolve();
      return new Promise((over) => {
        const timer = host.setTimeout(over, ANNOUNCED_MS) as { unref?(): void };
        // Node.js does not end while a timer runs.
        if (timer.unref) timer.unref();
      });
    };
    const over = (): void => {
      own.delete(name);
      resolve();
    };
    locks.request(name, { mode: 'shared' }, taken).then(over, over);
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
