import { COARSEST, type ProfileLevels } from './profile-levels.ts';

/**
 * How many profiles of visits of people an app, or a link, has on a day when each level ends and the next coarser one begins.
 * The coarsest level has no limit. Those of links are counted by each process, from 0 after its start.
 */
export const APP_PROFILES: readonly number[] = [5000, 6000, 8000];
export const LINK_PROFILES: readonly number[] = [500, 750, 1500];

/** If a `ProfileLimit` has more entries, all are removed. */
const MAX_ENTRIES = 50_000;

/** A number for an app or a link on a day. */
export function ownerOf(id: number, day: number): number {
  // Days have 5 digits until the year 2243.
  return id * 100_000 + day;
}

/** What is known of an app or a link on a day. */
interface Owner {
  /** How many profiles of visits of people are counted. */
  people: number;
  /** How many other profiles are: of programs, opened apps and redemptions. */
  others: number;
  /** The keys of some of them. */
  readonly profiles: Set<string>;
}

/** Limits how many profiles an app or a link has on a day, because visitors can send any referrer. */
export class ProfileLimit {
  readonly #limits: readonly number[];
  readonly #forOthers: number;
  readonly #owners = new Map<number, Owner>();
  #entries = 0;

  constructor(limits: readonly number[]) {
    this.#limits = limits;
    this.#forOthers = (limits[0] ?? 0) / 2;
  }

  /** Forgets everything if it is too much. Not during a batch, which would load the same owners again and again. */
  trim(): void {
    if (this.#entries > MAX_ENTRIES) this.clear();
  }

  /** Whether the number of profiles of an owner is known. */
  knows(owner: number): boolean {
    return this.#owners.has(owner);
  }

  /** `people`, `others`: how many profiles the store has. */
  load(owner: number, people: number, others: number): void {
    const known = this.#of(owner);
    known.people = people;
    known.others = others;
  }

  /** Whether an owner can have profiles that are not exact. */
  isTight(owner: number): boolean {
    const { people, others } = this.#of(owner);
    return people + others >= this.#forOthers;
  }

  /** Whether a profile is known to be counted. */
  has(owner: number, profile: string): boolean {
    return this.#owners.get(owner)?.profiles.has(profile) ?? false;
  }

  /** Notes a profile that is counted in the store. */
  add(owner: number, profile: string): void {
    this.#of(owner).profiles.add(profile);
    this.#entries++;
  }

  /**
   * The level at which a combination is counted, not below `least`: the first one whose profile is counted already or has
   * room. Visits of programs, opened apps and redemptions have a share of their own, half the size of the exact level: programs
   * and holders of public tokens can invent any number, and visits of people must not use it up.
   */
  levelFor(owner: number, profiles: ProfileLevels, isHuman: boolean, least = 0): number {
    const known = this.#of(owner);
    const share = isHuman ? 'people' : 'others';
    for (let level = least; level < COARSEST; level++) {
      const profile = profiles.at(level);
      if (known.profiles.has(profile)) return level;
      const limit = isHuman ? (this.#limits[level] ?? 0) : this.#forOthers;
      if (known[share] >= limit) continue;
      known[share]++;
      this.add(owner, profile);
      return level;
    }
    return COARSEST;
  }

  #of(owner: number): Owner {
    let known = this.#owners.get(owner);
    if (known) return known;
    known = { people: 0, others: 0, profiles: new Set() };
    this.#owners.set(owner, known);
    this.#entries++;
    return known;
  }

  clear(): void {
    this.#owners.clear();
    this.#entries = 0;
  }
}
