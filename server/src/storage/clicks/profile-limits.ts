/** The most combinations of dimensions that are counted for one app, or one link, and day. */
export const MAX_APP_PROFILES = 5000;
export const MAX_LINK_PROFILES = 500;

/** The most entries of a `ProfileLimit` in memory. Beyond them it begins again, and may admit more. */
const MAX_ENTRIES = 50_000;

/** A number for an app or a link on a day. */
export function ownerOf(id: number, day: number): number {
  // Days have 5 digits until the year 2243.
  return id * 100_000 + day;
}

/** Limits how many profiles an app or a link has on a day, because visitors can send any referrer. */
export class ProfileLimit {
  readonly #max: number;
  readonly #known = new Map<number, Set<number>>();
  #entries = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether the profiles of this owner were loaded or admitted before. */
  knows(owner: number): boolean {
    return this.#known.has(owner);
  }

  load(owner: number, profiles: Iterable<number>): void {
    const known = this.#of(owner);
    for (const profile of profiles) this.#add(known, profile);
  }

  isFull(owner: number): boolean {
    return (this.#known.get(owner)?.size ?? 0) >= this.#max;
  }

  /** Whether a profile is counted. The first ones are, until there are too many. */
  admits(owner: number, profile: number): boolean {
    const known = this.#of(owner);
    if (known.has(profile)) return true;
    if (known.size >= this.#max) return false;
    this.#add(known, profile);
    return true;
  }

  #of(owner: number): Set<number> {
    let known = this.#known.get(owner);
    if (known) return known;
    if (this.#entries > MAX_ENTRIES) this.clear();
    known = new Set();
    this.#known.set(owner, known);
    this.#entries++;
    return known;
  }

  #add(known: Set<number>, profile: number): void {
    if (known.has(profile)) return;
    known.add(profile);
    this.#entries++;
  }

  clear(): void {
    this.#known.clear();
    this.#entries = 0;
  }
}
