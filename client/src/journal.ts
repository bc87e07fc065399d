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
    resumed: boolean,
    opened?: Opened,
  ): Promise<string | undefined>;
  /**
   * Removes `code` from the list. Also removes its id after a refusal, and when it is `redeemed` unless a
   * caller requested `once`, which is called right before the removal: calls can join until then.
   */
  end(code: string, id: string, redeemed: boolean, once?: () => boolean | undefined): Promise<void>;
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

/** An entry of the list. */
interface Entry {
  readonly code: string;
  /** Whether the id is kept. */
  readonly once: boolean;
  /** Whether there is an item with what the handler was opened with. */
  readonly opened: boolean;
}

/** `H7kTq2Rb!>`: `!` means once, `>` means opened. */
function readEntry(text: string): Entry {
  const [, code = '', once, opened] = /^([^]*?)(!?)(>?)$/.exec(text)!;
  return { code, once: !!once, opened: !!opened };
}

function writeEntry({ code, once, opened }: Entry): string {
  return code + (once ? '!' : '') + (opened ? '>' : '');
}

export function createJournal(options: CheckedOptions): Journal {
  const { storagePrefix, uuid } = options;
  const listKey = `${storagePrefix}open`;
  // A deep link can contain any text as its code: its id must not replace the list, or what has a slash in its key.
  const keyOf = (code: string): string => storagePrefix + code.replace(/^open$|\//, '$&.');
  const openedKeyOf = (code: string): string => `${storagePrefix}opened/${code}`;

  const { stored, alone } = createItems(options, listKey);

  const list = async (): Promise<Entry[]> => {
    const text = await stored('getItem', listKey);
    try {
      return (JSON.parse(text || '[]') as unknown[]).map((entry) => readEntry(String(entry)));
    } catch {
      return [];
    }
  };
  /** Replaces the entry with the same code, or removes it. */
  const save = (listed: readonly Entry[], code: string, entry?: Entry): Promise<void> => {
    const next = listed.filter((other) => other.code !== code);
    if (entry) next.push(entry);
    return next.length
      ? stored('setItem', listKey, JSON.stringify(next.map(writeEntry)))
      : stored('removeItem', listKey);
  };
  const saveOpened = (code: string, opened: Opened): Promise<void> =>
    stored('setItem', openedKeyOf(code), JSON.stringify(opened));
  /** Removes the item before its entry: an item without an entry would never be removed. */
  const close = async (listed: readonly Entry[], entry: Entry | undefined): Promise<void> => {
    if (!entry) return;
    if (entry.opened) await stored('removeItem', openedKeyOf(entry.code));
    await save(listed, entry.code);
  };
  const find = (listed: readonly Entry[], code: string): Entry | undefined =>
    listed.find((entry) => entry.code === code);

  return {
    begin: (code, once, resumed, opened) =>
      alone(async () => {
        const listed = await list();
        const entry = find(listed, code);
        const key = keyOf(code);
        const known = await stored('getItem', key);
        if (resumed && !(known && entry)) {
          await close(listed, entry);
          return undefined;
        }
        if (known && !entry) return known;
        const id = known || uuid();
        const before = entry || readEntry('');
        await save(listed, code, {
          code,
          once: once || before.once,
          opened: !!opened || before.opened,
        });
        if (opened) await saveOpened(code, opened);
        if (!known) await stored('setItem', key, id);
        return id;
      }),
    end: (code, id, redeemed, once) =>
      alone(async () => {
        const key = keyOf(code);
        // Another tab may have ended it and started again, or may have requested `once`.
        if ((await stored('getItem', key)) !== id) return;
        const listed = await list();
        const entry = find(listed, code);
        const keeps = once && once();
        if (!redeemed || (!keeps && entry && !entry.once)) await stored('removeItem', key);
        await close(listed, entry);
      }),
    codes: async () => (await alone(list)).map(({ code }) => code),
    opened: async (code) => {
      const entry = find(await list(), code);
      if (!entry || !entry.opened) return undefined;
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
