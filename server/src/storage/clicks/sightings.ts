import type { ClickTransaction } from './click-sql.ts';

const SEEN_COLUMNS = { day: 'integer', scope: 'integer', hash: 'bigint' } as const;

/** Visitors by their hash, each on a day and in a scope: a link, or the negative label of an app. */
export class Sightings {
  readonly #days = new Map<number, Map<number, Set<number>>>();

  add(day: number, scope: number, hash: number): void {
    let scopes = this.#days.get(day);
    if (!scopes) this.#days.set(day, (scopes = new Map<number, Set<number>>()));
    const hashes = scopes.get(scope);
    if (hashes) hashes.add(hash);
    else scopes.set(scope, new Set([hash]));
  }

  /** Removes one; returns whether it was there. */
  take(day: number, scope: number, hash: number): boolean {
    return this.#days.get(day)?.get(scope)?.delete(hash) ?? false;
  }

  /** Adds them to the store. Returns those that were not in it. */
  async store(tx: ClickTransaction): Promise<Sightings> {
    const stored = await tx.insertMissing('seen', SEEN_COLUMNS, this.#sorted());
    const first = new Sightings();
    for (const [day = 0, scope = 0, hash = 0] of stored) first.add(day, scope, hash);
    return first;
  }

  /** So that two instances do not wait for each other in a circle. */
  #sorted(): number[][] {
    const rows: number[][] = [];
    for (const [day, scopes] of this.#days) {
      for (const [scope, hashes] of scopes) {
        for (const hash of hashes) rows.push([day, scope, hash]);
      }
    }
    return rows.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!);
  }
}
