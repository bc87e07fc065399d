import { DIMENSIONS } from '../../domain/click/click.ts';
import type { ClickTransaction } from './click-sql.ts';

/** If there are more entries of a kind, all are removed. */
const MAX_KNOWN = 100_000;

/** The values of a profile in the order of `DIMENSIONS`. */
export type ProfileValues = readonly string[];

const SEPARATOR = '\n';

export function profileKey(values: ProfileValues): string {
  return values.join(SEPARATOR);
}

const TEXT = { text: 'text' } as const;
const PROFILE_COLUMNS = Object.fromEntries(DIMENSIONS.map((name) => [name, 'integer'] as const));
const PROFILE_NAMES = DIMENSIONS.join(', ');

/** The ids of labels, links and profiles. Rows of these tables are never deleted, so an id stays valid. */
export class Dictionary {
  readonly #texts = new Map<string, number>();
  readonly #links = new Map<string, number>();
  /** By `profileKey`. The texts of these profiles are in `#texts`. */
  readonly #profiles = new Map<string, number>();

  /** Forgets everything if it is too much. Call it before the ids of a batch are looked up. */
  trim(): void {
    if (Math.max(this.#texts.size, this.#links.size, this.#profiles.size) > MAX_KNOWN) this.clear();
  }

  /** Undefined if `addTexts` was not called for it. */
  text(text: string): number | undefined {
    return this.#texts.get(text);
  }

  link(code: string): number | undefined {
    return this.#links.get(code);
  }

  profile(key: string): number | undefined {
    return this.#profiles.get(key);
  }

  async addTexts(tx: ClickTransaction, texts: Iterable<string>): Promise<void> {
    const { find, insert } = textQueries(tx);
    await fill(this.#texts, texts, [find, insert, find]);
  }

  /** `apps`: the id of the app of each code. */
  async addLinks(tx: ClickTransaction, apps: ReadonlyMap<string, number>): Promise<void> {
    const find: Query = (codes) =>
      tx.lookUp<IdRow>('select id, code as key from click_links', { code: 'text' }, single(codes));
    const insert: Query = (codes) =>
      tx.insert<IdRow>(
        'click_links',
        { code: 'text', app: 'integer' },
        codes.map((code) => [code, apps.get(code) ?? 0]),
        'on conflict (code) do nothing returning id, code as key',
      );
    await fill(this.#links, apps.keys(), [find, insert, find]);
  }

  /** Looks up profiles. Those that are not stored stay unknown. */
  async findProfiles(tx: ClickTransaction, keys: readonly string[]): Promise<void> {
    const unknown = missing(this.#profiles, keys);
    await fill(this.#texts, unknown.flatMap(valuesOf), [textQueries(tx).find]);
    const isPossible = (key: string): boolean => valuesOf(key).every((one) => this.#texts.has(one));
    await fill(this.#profiles, unknown.filter(isPossible), [this.#profileQueries(tx).find]);
  }

  /** Stores the profiles that are not known yet. */
  async addProfiles(tx: ClickTransaction, keys: readonly string[]): Promise<void> {
    const unknown = missing(this.#profiles, keys);
    const [texts, profiles] = [textQueries(tx), this.#profileQueries(tx)];
    await fill(this.#texts, unknown.flatMap(valuesOf), [texts.insert, texts.find]);
    await fill(this.#profiles, unknown, [profiles.insert, profiles.find]);
  }

  #profileQueries(tx: ClickTransaction): Queries {
    const query =
      (ask: (rows: readonly number[][]) => Promise<Record<string, number>[]>): Query =>
      async (keys) => {
        const rows = keys.map((key) => valuesOf(key).map((value) => this.#texts.get(value) ?? 0));
        const keyOf = new Map(rows.map((ids, index) => [ids.join(' '), keys[index] ?? '']));
        return (await ask(rows)).map((row) => ({
          id: row.id ?? 0,
          key: keyOf.get(DIMENSIONS.map((name) => row[name]).join(' ')) ?? '',
        }));
      };
    return {
      find: query((rows) =>
        tx.lookUp(`select id, ${PROFILE_NAMES} from click_profiles`, PROFILE_COLUMNS, rows),
      ),
      insert: query((rows) =>
        tx.insert(
          'click_profiles',
          PROFILE_COLUMNS,
          rows,
          `on conflict (${PROFILE_NAMES}) do nothing returning id, ${PROFILE_NAMES}`,
        ),
      ),
    };
  }

  /** Forgets everything, after an error that may have undone an insert. */
  clear(): void {
    for (const known of [this.#texts, this.#links, this.#profiles]) known.clear();
  }
}

interface IdRow {
  readonly id: number;
  readonly key: string;
}

type Query = (keys: readonly string[]) => Promise<IdRow[]>;

interface Queries {
  readonly find: Query;
  /** Rows that exist are neither changed nor locked, and use no ids up. They are not returned. */
  readonly insert: Query;
}

function textQueries(tx: ClickTransaction): Queries {
  return {
    find: (texts) =>
      tx.lookUp<IdRow>('select id, text as key from click_texts', TEXT, single(texts)),
    insert: (texts) =>
      tx.insert<IdRow>(
        'click_texts',
        TEXT,
        single(texts),
        'on conflict (text) do nothing returning id, text as key',
      ),
  };
}

function single(keys: readonly string[]): string[][] {
  return keys.map((key) => [key]);
}

function valuesOf(key: string): string[] {
  return key.split(SEPARATOR);
}

function missing(known: ReadonlyMap<string, number>, keys: Iterable<string>): string[] {
  return [...new Set(keys)].filter((key) => !known.has(key));
}

/**
 * Adds the ids of keys to those that are known: each query gets the keys that are still missing. A find after an insert
 * returns those that another process inserted at the same time.
 */
async function fill(
  known: Map<string, number>,
  wanted: Iterable<string>,
  queries: readonly Query[],
): Promise<void> {
  // In the same order on every instance, so that they do not wait for each other in a circle.
  let keys = missing(known, wanted).toSorted();
  for (const query of queries) {
    if (keys.length === 0) return;
    for (const { id, key } of await query(keys)) known.set(key, id);
    keys = keys.filter((key) => !known.has(key));
  }
}
