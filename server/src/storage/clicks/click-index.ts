import { EVENTS, STORE_OUTCOMES, type Kind } from '../../domain/click/click.ts';
import type { ClickTransaction } from './click-sql.ts';
import type { ClickIds } from './count-clicks.ts';
import { tailOf, type Combination } from './combinations.ts';
import { Dictionary, profileKey } from './dictionary.ts';
import type { ClickGroup } from './group-clicks.ts';
import { MAX_APP_PROFILES, MAX_LINK_PROFILES, ownerOf, ProfileLimit } from './profile-limits.ts';

const HUMAN: Kind = 'human';

/** A combination on its way to its ids. */
interface Wanted {
  readonly combination: Combination;
  /** The id of the app. */
  readonly app: number;
  /** The app on the day. */
  readonly owner: number;
  /** The keys of its profile, and of the one by which it is counted if there are too many. */
  readonly own: string;
  readonly tail: string;
}

/** Gives ids to what the clicks of a batch contain, and limits how many profiles are counted. */
export class ClickIndex {
  readonly #dictionary = new Dictionary();
  /** By keys, because new profiles have no id. */
  readonly #appProfiles = new ProfileLimit<string>(MAX_APP_PROFILES);
  readonly #linkProfiles = new ProfileLimit<number>(MAX_LINK_PROFILES);

  /** Adds what is missing to the store. Returns the ids of each combination; `link` knows all links afterwards. */
  async add(
    tx: ClickTransaction,
    groups: readonly ClickGroup[],
  ): Promise<ReadonlyMap<Combination, ClickIds>> {
    const combinations = new Set(groups.map(({ combination }) => combination));
    const dictionary = this.#dictionary;
    for (const cache of [dictionary, this.#appProfiles, this.#linkProfiles]) cache.trim();
    await dictionary.addTexts(
      tx,
      [...combinations].map(({ app }) => app),
    );
    const links = new Map<string, number>();
    for (const { code, combination } of groups) {
      if (dictionary.link(code) === undefined) {
        links.set(code, known(dictionary.text(combination.app)));
      }
    }
    await dictionary.addLinks(tx, links);
    const wanted = [...combinations].map((one) => this.#wanted(one));
    // Before anything is inserted: texts and profiles that are not counted are not stored.
    await dictionary.findProfiles(
      tx,
      wanted.flatMap(({ own, tail }) => [own, tail]),
    );
    await this.#loadLimits(tx, wanted);
    const counted = wanted.map((one) => {
      const [kind] = one.combination.values;
      const isCounted = this.#appProfiles.admits(one.owner, one.own, kind === HUMAN);
      return { ...one, own: isCounted ? one.own : one.tail };
    });
    // The tails as well, even if no link needs them: so that everything is inserted in one order.
    await dictionary.addProfiles(
      tx,
      counted.flatMap(({ own, tail }) => [own, tail]),
    );
    return new Map(counted.map((one) => [one.combination, this.#idsOf(one)]));
  }

  /** The id of a link that was added. */
  link(code: string): number {
    return known(this.#dictionary.link(code));
  }

  /** The profile by which clicks are counted for a link. */
  linkProfile(link: number, day: number, { profile, tail, isHuman }: ClickIds): number {
    return this.#linkProfiles.admits(ownerOf(link, day), profile, isHuman) ? profile : tail;
  }

  /** Forgets what a failed transaction may not have stored. */
  clear(): void {
    this.#dictionary.clear();
    this.#appProfiles.clear();
    this.#linkProfiles.clear();
  }

  #wanted(combination: Combination): Wanted {
    const { day, values } = combination;
    const app = known(this.#dictionary.text(combination.app));
    const own = profileKey(values);
    return { combination, app, owner: ownerOf(app, day), own, tail: profileKey(tailOf(values)) };
  }

  /** Reads how many profiles the apps have, and which of those of the batch are among them. */
  async #loadLimits(tx: ClickTransaction, wanted: readonly Wanted[]): Promise<void> {
    const limit = this.#appProfiles;
    const owners = new Map<number, [app: number, day: number]>();
    const profiles = new Map<string, [app: number, day: number, profile: number]>();
    const keys = new Map<number, string>();
    for (const { combination, app, owner, own } of wanted) {
      const { day } = combination;
      if (!limit.knows(owner)) owners.set(owner, [app, day]);
      const profile = this.#dictionary.profile(own);
      if (profile === undefined || limit.has(owner, own)) continue;
      keys.set(profile, own);
      profiles.set(`${owner} ${profile}`, [app, day, profile]);
    }
    const counts = await tx.lookUp<{ app: number; day: number; profiles: number }>(
      'select app, day, count(*) as profiles from app_days',
      { app: 'integer', day: 'integer' },
      [...owners.values()],
      'group by app, day',
    );
    for (const owner of owners.keys()) limit.load(owner, 0);
    for (const row of counts) limit.load(ownerOf(row.app, row.day), row.profiles);
    const stored = await tx.lookUp<{ app: number; day: number; profile: number }>(
      'select app, day, profile from app_days',
      { app: 'integer', day: 'integer', profile: 'integer' },
      [...profiles.values()],
    );
    for (const { app, day, profile } of stored) {
      limit.add(ownerOf(app, day), known(keys.get(profile)));
    }
  }

  #idsOf({ combination, app, own, tail }: Wanted): ClickIds {
    const dictionary = this.#dictionary;
    const [kind = '', outcome = '', platform = ''] = combination.values;
    return {
      app,
      kind: known(dictionary.text(kind)),
      outcome: known(dictionary.text(outcome)),
      platform: known(dictionary.text(platform)),
      isHuman: kind === HUMAN,
      isStore: kind === HUMAN && STORE_OUTCOMES.some((one) => one === outcome),
      event: EVENTS.find((one) => one === kind),
      profile: known(dictionary.profile(own)),
      tail: known(dictionary.profile(tail)),
    };
  }
}

/** A value that was added to the store before. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a text of a click has no id');
  return value;
}
