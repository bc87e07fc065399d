/** The most combinations of dimensions that are counted for one app, or one link, and day. */
export const MAX_APP_PROFILES = 5000;
export const MAX_LINK_PROFILES = 500;

/** If a `ProfileLimit` has more entries, all are removed. */
const MAX_ENTRIES = 50_000;

/** A number for an app or a link on a day. */
export function ownerOf(id: number, day: number): number {
  // Days have 5 digits until the year 2243.
  return id * 100_000 + day;
}

/** What is known of an app or a link on a day. */
interface Owner<Profile> {
  /** How many profiles are counted. */
  count: number;
  /** Some of them. */
  readonly profiles: Set<Profile>;
}

/** Limits how many profiles an app or a link has on a day, because visitors can send any referrer. */
export class ProfileLimit<Profile> {
  readonly #max: number;
  readonly #owners = new Map<number, Owner<Profile>>();
  #entries = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Forgets everything if it is too much. Not during a batch, which would load the same owners again and again. */
  trim(): void {
    if (this.#entries > MAX_ENTRIES) this.clear();
  }

  /** Whether the number of profiles of an owner is known. */
  knows(owner: number): boolean {
    return this.#owners.has(owner);
  }

  /** `count`: how many profiles the store has. */
  load(owner: number, count: number): void {
    this.#of(owner).count = count;
  }

  /** Whether a profile is known to be counted. */
  has(owner: number, profile: Profile): boolean {
    return this.#owners.get(owner)?.profiles.has(profile) ?? false;
  }

  /** Notes a profile that is counted in the store. */
  add(owner: number, profile: Profile): void {
    this.#of(owner).profiles.add(profile);
    this.#entries++;
  }

  /**
   * Whether a profile is counted. The first ones are, until there are too many. Half of them are reserved for visits of
   * people, because programs and holders of public tokens can invent any number.
   */
  admits(owner: number, profile: Profile, isHuman: boolean): boolean {
    const known = this.#of(owner);
    if (known.profiles.has(profile)) return true;
    if (known.count >= (isHuman ? this.#max : this.#max / 2)) return false;
    known.count++;
    this.add(owner, profile);
    return true;
  }

  #of(owner: number): Owner<Profile> {
    let known = this.#owners.get(owner);
    if (known) return known;
    known = { count: 0, profiles: new Set() };
    this.#owners.set(owner, known);
    this.#entries++;
    return known;
  }

  clear(): void {
    this.#owners.clear();
    this.#entries = 0;
  }
}
