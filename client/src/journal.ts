import { StorageError } from './errors.ts';
import { host, type Locks } from './host.ts';
import type { ClientOptions } from './options.ts';
import { randomUuid } from './random.ts';
import { memoryStorage, type SmartlinkStorage } from './storage.ts';

/**
 * Remembers the id of each redemption from before it is sent until it is answered, so that the same
 * redemption is never counted twice, whatever breaks in between.
 *
 * A redemption stands in two items: `<prefix>open` lists the codes that are under way, and
 * `<prefix><code>` is the id. An id that is not listed is that of a link which is redeemed once.
 */
export interface Journal {
  /** The id for `code`, made and stored when there is none, unless it is only to be `resumed`. */
  begin(code: string, once: boolean, resumed: boolean): Promise<string | undefined>;
  /**
   * Takes `code` off the list, and forgets its id: after a no always, and when it is `answered`
   * unless somebody meant `once`.
   */
  end(code: string, id: string, answered: boolean, once: boolean): Promise<void>;
  codes(): Promise<string[]>;
  /** Is there an id for `code`? */
  has(code: string): Promise<boolean>;
}

/**
 * Tabs of a site may be processes of their own, and what one writes into `localStorage` reaches the
 * others a moment later. Waiting that long before the lock is passed on makes the next one see it.
 */
const PROPAGATION_MS = 50;

/** Runs `work` alone among the tabs of a site; its result does not wait for the propagation. */
function amongTabs<T>(locks: Locks, name: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = async (): Promise<void> => {
      await work().then(resolve, reject);
      await new Promise<void>((over) => void host.setTimeout(over, PROPAGATION_MS));
    };
    locks.request(name, held).catch(reject);
  });
}

/** Behind a listed code: the id will be kept. */
const ONCE = '!';

export function createJournal(options: ClientOptions): Journal {
  const { storage: given = memoryStorage(), storagePrefix = 'smartlink:' } = options;
  const { uuid = randomUuid } = options;
  const listKey = `${storagePrefix}open`;
  // A deep link can say that its code is "open": its id must not take the place of the list.
  const keyOf = (code: string): string => storagePrefix + (code === 'open' ? 'open.' : code);

  /** Calls the storage, as a method of its own. */
  const stored = async <Name extends keyof SmartlinkStorage>(
    name: Name,
    key: string,
    value?: string,
  ): Promise<Awaited<ReturnType<SmartlinkStorage[Name]>>> => {
    try {
      const storage = typeof given === 'function' ? given() : given;
      return (await storage[name](key, value!)) as Awaited<ReturnType<SmartlinkStorage[Name]>>;
    } catch (cause) {
      throw new StorageError(`The storage failed: ${String(cause)}`, { cause });
    }
  };

  // One change of the journal at a time: in this client, and among the tabs of a site.
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const { locks } = (options.storage && host.navigator) || {};
    const turn = () => (locks ? amongTabs(locks, listKey, work) : work());
    const done = last.then(turn, turn);
    last = done;
    return done;
  };

  const list = async (): Promise<string[]> => {
    const text = await stored('getItem', listKey);
    try {
      return (JSON.parse(text || '[]') as unknown[]).map(String);
    } catch {
      return [];
    }
  };
  /** Puts `entry` for `code` on the list, or takes the code off it. */
  const enlist = (listed: readonly string[], code: string, entry?: string): Promise<void> => {
    const next = listed.filter((other) => other !== code && other !== code + ONCE);
    if (entry) next.push(entry);
    return next.length
      ? stored('setItem', listKey, JSON.stringify(next))
      : stored('removeItem', listKey);
  };

  return {
    begin: (code, once, resumed) =>
      alone(async () => {
        const listed = await list();
        const key = keyOf(code);
        const known = await stored('getItem', key);
        const isOnce = listed.includes(code + ONCE);
        if (known && !isOnce && !listed.includes(code)) return known;
        if (!known && resumed) {
          await enlist(listed, code);
          return undefined;
        }
        const id = known || uuid();
        await enlist(listed, code, once || isOnce ? code + ONCE : code);
        if (!known) await stored('setItem', key, id);
        return id;
      }),
    end: (code, id, answered, once) =>
      alone(async () => {
        const key = keyOf(code);
        // Another tab may have ended it and begun anew, or may mean `once` where this one does not.
        if ((await stored('getItem', key)) !== id) return;
        const listed = await list();
        if (!answered || (!once && listed.includes(code))) await stored('removeItem', key);
        await enlist(listed, code);
      }),
    codes: async () => (await alone(list)).map((entry) => entry.replace(ONCE, '')),
    has: async (code) => !!(await stored('getItem', keyOf(code))),
  };
}
