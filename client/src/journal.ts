import type { CheckedOptions } from './checked-options.ts';
import { createItems } from './items.ts';

/**
 * Stores the id of each redemption from before its first request until it is complete, so that a redemption
 * is never counted twice, even after a failure.
 *
 * A redemption has two items: `<prefix>open` lists the open codes, and `<prefix><code>` is the id. An id that
 * is not in the list belongs to a link that is redeemed once. A third item, `<prefix>opened/<code>`, has what
 * the handler was opened with.
 */
export interface Journal {
  /**
   * Returns the id for `code`. Creates and stores one if there is none, unless it is only to be `resumed`. Also stores
   * `once` and what a handler was opened with, which replaces what was stored before.
   */
  begin(
    code: string,
    once: boolean,
    resumed: boolean | undefined,
    opened?: Opened,
  ): Promise<string | undefined>;
  /**
   * Removes `code` from the list. Also removes its id after a refusal, and when it is `redeemed` unless a
   * caller requested `once`, which is called right before the removal: calls can join until then. Never
   * rejects: if the storage fails, the next call gets the same result.
   */
  end(code: string, id: string, redeemed: boolean, once?: () => boolean | undefined): Promise<void>;
  /** Stores that the link is redeemed once, with the id of a redemption that has a result, unless there is a newer one. */
  readonly keep: (code: string, id: string) => Promise<void>;
  /** Returns the open codes. */
  codes(): Promise<string[]>;
  /** Returns what the handler of an open redemption was opened with; undefined without a handler. */
  opened(code: string): Promise<Opened | undefined>;
  /** Whether there is an id for `code`. */
  has(code: string): Promise<boolean>;
}

/** What a handler was opened with: everything needed to call it again. */
export interface Opened {
  readonly url: string;
  /** The link of the route, if the URL is a smart link; `null` if it has no route. */
  readonly link?: string | null | undefined;
  /** How often the handler was called again. */
  readonly resumed: number;
}

/**
 * The codes of the list with their flags: `!` means once, `>` means that there is an item with what the handler was opened
 * with. The list has `H7kTq2Rb!>`.
 */
type Listed = Map<string, string>;

export function createJournal(options: CheckedOptions): Journal {
  const { storagePrefix, uuid } = options;
  const listKey = `${storagePrefix}open`;
  // A deep link can contain any text as its code: its id must not replace the list, or what has a slash in its key.
  const keyOf = (code: string): string => storagePrefix + code.replace(/^open$|\//, '$&.');
  const openedKeyOf = (code: string): string => `${storagePrefix}opened/${code}`;

  const { stored, alone } = createItems(options, listKey);

  const list = async (): Promise<Listed> => {
    const text = await stored('getItem', listKey);
    const split = (entry: unknown) =>
      /^([^]*?)(!?>?)$/.exec(String(entry))!.slice(1) as [string, string];
    try {
      return new Map((JSON.parse(text || '[]') as unknown[]).map(split));
    } catch {
      return new Map();
    }
  };
  const save = (listed: Listed): Promise<void> =>
    listed.size
      ? stored('setItem', listKey, JSON.stringify([...listed].map((entry) => entry.join(''))))
      : stored('removeItem', listKey);
  /** Stores an entry, which keeps the flags that it has. */
  const mark = (listed: Listed, code: string, once: boolean, opened?: Opened): Promise<void> => {
    const flags =
      (once || has(listed, code, '!') ? '!' : '') + (opened || has(listed, code, '>') ? '>' : '');
    return save(listed.set(code, flags));
  };
  /** Removes the item before its entry: an item without an entry would never be removed. */
  const close = async (listed: Listed, code: string): Promise<void> => {
    if (has(listed, code, '>')) await stored('removeItem', openedKeyOf(code));
    if (listed.delete(code)) await save(listed);
  };
  const has = (listed: Listed, code: string, flag: string): boolean =>
    (listed.get(code) || '').includes(flag);

  return {
    begin: (code, once, resumed, opened) =>
      alone(async () => {
        const listed = await list();
        const key = keyOf(code);
        const known = await stored('getItem', key);
        // An entry without an id is left from a crash: the next redemption is another one.
        if (!known) await close(listed, code);
        if (!listed.has(code)) {
          if (resumed) return undefined;
          if (known) return known;
        }
        const id = known || uuid();
        await mark(listed, code, once, opened);
        if (opened) await stored('setItem', openedKeyOf(code), JSON.stringify(opened));
        if (!known) await stored('setItem', key, id);
        return id;
      }),
    end: (code, id, redeemed, once) =>
      alone(async () => {
        const key = keyOf(code);
        // Another tab may have ended it and started again, or may have requested `once`.
        if ((await stored('getItem', key)) !== id) return;
        const listed = await list();
        const keeps = (once && once()) || !listed.has(code) || has(listed, code, '!');
        if (!redeemed || !keeps) await stored('removeItem', key);
        await close(listed, code);
      }).catch(() => undefined),
    keep: (code, id) =>
      alone(async () => {
        const listed = await list();
        const key = keyOf(code);
        const known = await stored('getItem', key);
        if (!known) await close(listed, code);
        else if (known !== id) return;
        if (listed.has(code)) await mark(listed, code, true);
        if (!known) await stored('setItem', key, id);
      }),
    codes: async () => [...(await alone(list)).keys()],
    opened: async (code) => {
      if (!has(await list(), code, '>')) return undefined;
      const text = await stored('getItem', openedKeyOf(code));
      try {
        const { url, link, resumed } = JSON.parse(text!) as Opened;
        if (typeof url === 'string') return { url, link, resumed: resumed > 0 ? resumed : 0 };
      } catch {
        // Something else has written it.
      }
      return undefined;
    },
    has: async (code) => !!(await stored('getItem', keyOf(code))),
  };
}
