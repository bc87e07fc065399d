import type { TestContext } from 'node:test';
import { createClient, type SmartlinkStorage } from '@smartlink/client';

type Work = (lock: unknown) => Promise<unknown> | undefined;

/** Locks as in browsers. */
class FakeLocks {
  readonly #held = new Map<string, { readonly mode: string; readonly over: Promise<unknown> }[]>();

  async request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.pop() as Work;
    const { mode = 'exclusive', ifAvailable = false } = (rest[0] ?? {}) as Record<string, never>;
    const blocks = () =>
      (this.#held.get(name) ?? []).filter((one) => [mode, one.mode].includes('exclusive'));
    while (blocks().length > 0) {
      if (ifAvailable) return work(null);
      await Promise.allSettled(blocks().map(({ over }) => over));
    }
    const over = Promise.resolve(work({}));
    const entry = { mode, over };
    this.#held.set(name, [...(this.#held.get(name) ?? []), entry]);
    try {
      return await over;
    } finally {
      this.#held.set(
        name,
        (this.#held.get(name) ?? []).filter((one) => one !== entry),
      );
    }
  }

  async query() {
    const held = [...this.#held].flatMap(([name, entries]) => entries.map(() => ({ name })));
    return { held };
  }
}

/** Locks of a browser that blocks them, as in a frame without an origin. */
class BlockedLocks {
  async request(): Promise<never> {
    throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
  }

  query(): Promise<never> {
    return this.request();
  }
}

/** Gives this process the locks of a browser until the test ends. */
export function withLocks(t: TestContext, { blocked = false } = {}): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', {
    value: { locks: blocked ? new BlockedLocks() : new FakeLocks() },
    configurable: true,
  });
  t.after(() => {
    if (own) Object.defineProperty(globalThis, 'navigator', own);
    else delete (globalThis as { navigator?: unknown }).navigator;
  });
}

/** `createClient` of two tabs: the package is loaded twice. */
export async function createInTwoTabs(): Promise<(typeof createClient)[]> {
  const other = (await import(`${import.meta.resolve('@smartlink/client')}?tab=other`)) as {
    createClient: typeof createClient;
  };
  return [createClient, other.createClient];
}

/**
 * One storage as two tabs in different processes see it: a tab sees its own writes at once, those of the other
 * one later, in their order.
 */
export function storageOfTwoTabs(delayMs: number): [SmartlinkStorage, SmartlinkStorage] {
  const views = [new Map<string, string>(), new Map<string, string>()];
  const storageOf = (own: number): SmartlinkStorage => {
    const change = (write: (items: Map<string, string>) => void): void => {
      write(views[own]!);
      setTimeout(() => write(views[1 - own]!), delayMs);
    };
    return {
      getItem: (key) => views[own]!.get(key) ?? null,
      setItem: (key, value) => change((items) => items.set(key, value)),
      removeItem: (key) => change((items) => items.delete(key)),
    };
  };
  return [storageOf(0), storageOf(1)];
}
