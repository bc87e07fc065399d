import type { ClickTransaction } from './click-sql.ts';

const SEEN_COLUMNS = { day: 'integer', scope: 'integer', hash: 'bigint' } as const;

/** Visitors, each on a day and in a scope: a link, or the negative label of an app. */
export class Sightings {
  readonly #rows = new Map<string, readonly [day: number, scope: number, hash: number]>();

  add(day: number, scope: number, hash: number): void {
    const key = `${day} ${scope} ${hash}`;
    if (!this.#rows.has(key)) this.#rows.set(key, [day, scope, hash]);
  }

  /** Adds them to the store. Returns those that were not in it. */
  async store(tx: ClickTransaction): Promise<FirstSightings> {
    // Sorted, so that two instances do not wait for each other in a circle.
    const rows = [...this.#rows.values()].toSorted(
      (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2],
    );
    const first = await tx.insert<{ day: number; scope: number; hash: number }>(
      'seen',
      SEEN_COLUMNS,
      rows,
      'on conflict (day, scope, hash) do nothing returning day, scope, hash',
    );
    return new FirstSightings(first.map(({ day, scope, hash }) => `${day} ${scope} ${hash}`));
  }
}

export class FirstSightings {
  readonly #keys: Set<string>;

  constructor(keys: Iterable<string>) {
    this.#keys = new Set(keys);
  }

  /** Returns true once for each first sighting. */
  take(day: number, scope: number, hash: number): boolean {
    return this.#keys.size > 0 && this.#keys.delete(`${day} ${scope} ${hash}`);
  }
}
