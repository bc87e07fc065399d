import { DIMENSIONS } from '../../domain/click/click.ts';
import type { ClickTransaction } from './click-sql.ts';

/** A map with more entries is emptied. */
const MAX_KNOWN = 100_000;

/** The values of a profile in the order of `DIMENSIONS`. */
export type ProfileValues = readonly string[];

export function profileKey(values: ProfileValues): string {
  return values.join('\n');
}

const PROFILE_COLUMNS = Object.fromEntries(DIMENSIONS.map((name) => [name, 'integer'] as const));
const PROFILE_NAMES = DIMENSIONS.join(', ');

/** The ids of labels, links and profiles. Rows of these tables are never deleted, so an id stays valid. */
export class Dictionary {
  readonly #texts = new Map<string, number>();
  readonly #links = new Map<string, number>();
  readonly #profiles = new Map<string, number>();

  /** Forgets what it has too much of. Call it before the ids of a batch are looked up. */
  trim(): void {
    for (const known of [this.#texts, this.#links, this.#profiles]) {
      if (known.size > MAX_KNOWN) known.clear();
    }
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

  missingTexts(texts: Iterable<string>): string[] {
    return missing(this.#texts, texts);
  }

  missingLinks(codes: Iterable<string>): string[] {
    return missing(this.#links, codes);
  }

  async addTexts(tx: ClickTransaction, texts: readonly string[]): Promise<void> {
    const find = (some: readonly string[]): Promise<IdRow[]> =>
      tx.lookUp<IdRow>('select id, text as key from click_texts', 'text', some);
    const insert = (some: readonly string[]): Promise<IdRow[]> =>
      tx.insert<IdRow>(
        'click_texts',
        { text: 'text' },
        some.map((text) => [text]),
        'on conflict (text) do nothing returning id, text as key',
      );
    await addMissing(this.#texts, texts, find, insert);
  }

  /** `apps`: the id of the app of each code. */
  async addLinks(tx: ClickTransaction, apps: ReadonlyMap<string, number>): Promise<void> {
    const find = (some: readonly string[]): Promise<IdRow[]> =>
      tx.lookUp<IdRow>('select id, code as key from click_links', 'code', some);
    const insert = (some: readonly string[]): Promise<IdRow[]> =>
      tx.insert<IdRow>(
        'click_links',
        { code: 'text', app: 'integer' },
        some.map((code) => [code, apps.get(code) ?? 0]),
        'on conflict (code) do nothing returning id, code as key',
      );
    await addMissing(this.#links, [...apps.keys()], find, insert);
  }

  /** The texts of the profiles must be known. */
  async addProfiles(tx: ClickTransaction, profiles: readonly ProfileValues[]): Promise<void> {
    const keys = new Map(
      profiles.map((values) => {
        const ids = values.map((value) => this.#texts.get(value) ?? 0);
        return [ids.join(' '), profileKey(values)];
      }),
    );
    const rows = [...keys.keys()].toSorted().map((ids) => ids.split(' ').map(Number));
    const found = await tx.insert<Record<string, number>>(
      'click_profiles',
      PROFILE_COLUMNS,
      rows,
      // Changes nothing, but returns rows that exist already.
      `on conflict (${PROFILE_NAMES}) do update set kind = excluded.kind returning id, ${PROFILE_NAMES}`,
    );
    for (const row of found) {
      const key = keys.get(DIMENSIONS.map((name) => row[name]).join(' '));
      if (key !== undefined && row.id !== undefined) this.#profiles.set(key, row.id);
    }
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

function missing(known: ReadonlyMap<string, number>, keys: Iterable<string>): string[] {
  return [...new Set(keys)].filter((key) => !known.has(key));
}

type Query = (keys: readonly string[]) => Promise<IdRow[]>;

async function addMissing(
  known: Map<string, number>,
  wanted: readonly string[],
  find: Query,
  insert: Query,
): Promise<void> {
  // A second time for those that another process inserts at the same time.
  for (const query of [find, insert, find]) {
    // In the same order on every instance, so that they do not wait for each other in a circle.
    const keys = missing(known, wanted).toSorted();
    if (keys.length === 0) return;
    for (const { id, key } of await query(keys)) known.set(key, id);
  }
}
