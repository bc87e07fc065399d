import { EVENTS, STORE_OUTCOMES, type Kind } from '../../domain/click/click.ts';
import type { ClickTransaction } from './click-sql.ts';
import type { ClickIds } from './count-clicks.ts';
import type { Combination } from './combinations.ts';
import { Dictionary } from './dictionary.ts';
import type { ClickGroup } from './group-clicks.ts';
import { ProfileLevels } from './profile-levels.ts';
import { APP_PROFILES, LINK_PROFILES, ownerOf, ProfileLimit } from './profile-limits.ts';

const HUMAN: Kind = 'human';

/**
 * How many profiles apps have on days, and how many of them are of visits of people. The kind of each is looked up by its id:
 * PostgreSQL could read the whole table of profiles for a join.
 */
const COUNT_PROFILES = `select app, day, count(*) as profiles,
    count(case when (select p.kind from click_profiles p where p.id = app_days.profile)
      = (select id from click_texts where text = '${HUMAN}') then 1 end) as people
  from app_days`;

/** A combination on its way to its ids. */
interface Wanted {
  readonly combination: Combination;
  /** The id of the app. */
  readonly app: number;
  /** The app on the day. */
  readonly owner: number;
  readonly isHuman: boolean;
  readonly profiles: ProfileLevels;
}

/** A combination, and the level at which it is counted in its app. */
interface Leveled extends Wanted {
  readonly level: number;
}

/** The ids of what a batch contains. */
export interface BatchIds {
  readonly ofCombinations: ReadonlyMap<Combination, ClickIds>;
  /** The profile by which each group is counted on its link. */
  readonly linkProfiles: readonly number[];
}

/** Gives ids to what the clicks of a batch contain, and limits how many profiles are counted. */
export class ClickIndex {
  readonly #dictionary = new Dictionary();
  readonly #appProfiles = new ProfileLimit(APP_PROFILES);
  readonly #linkProfiles = new ProfileLimit(LINK_PROFILES);

  /** Adds what is missing to the store. `link` knows all links afterwards. */
  async add(tx: ClickTransaction, groups: readonly ClickGroup[]): Promise<BatchIds> {
    const combinations = new Set(groups.map(({ combination }) => combination));
    const dictionary = this.#dictionary;
    for (const cache of [dictionary, this.#appProfiles, this.#linkProfiles]) cache.trim();
    const apps = [...combinations].map(({ app }) => app);
    await dictionary.addTexts(tx, apps);
    const links = new Map<string, number>();
    for (const { code, combination } of groups) {
      if (dictionary.link(code) === undefined) {
        links.set(code, known(dictionary.text(combination.app)));
      }
    }
    await dictionary.addLinks(tx, links);
    const wanted = [...combinations].map((one) => this.#wanted(one));
    // Before anything is inserted: texts and profiles that are not counted are not stored.
    await this.#loadLimits(tx, wanted);
    const leveled = new Map(wanted.map((one) => [one.combination, this.#leveled(one)]));
    const onLinks = groups.map((group) =>
      this.#linkKey(group, known(leveled.get(group.combination))),
    );
    const inApps = [...leveled.values()].map(({ profiles, level }) => profiles.at(level));
    await dictionary.addProfiles(tx, [...inApps, ...onLinks]);
    return {
      ofCombinations: new Map([...leveled].map(([one, own]) => [one, this.#idsOf(own)])),
      linkProfiles: onLinks.map((key) => known(dictionary.profile(key))),
    };
  }

  /** The id of a link that was added. */
  link(code: string): number {
    return known(this.#dictionary.link(code));
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
    const isHuman = values[0] === HUMAN;
    const profiles = new ProfileLevels(values);
    return { combination, app, owner: ownerOf(app, day), isHuman, profiles };
  }

  #leveled(wanted: Wanted): Leveled {
    const { owner, profiles, isHuman } = wanted;
    return { ...wanted, level: this.#appProfiles.levelFor(owner, profiles, isHuman) };
  }

  /** The key of the profile by which a group is counted on its link: not more exact than in the app. */
  #linkKey({ code }: ClickGroup, { combination, profiles, isHuman, level }: Leveled): string {
    const owner = ownerOf(this.link(code), combination.day);
    return profiles.at(this.#linkProfiles.levelFor(owner, profiles, isHuman, level));
  }

  /** Reads how many profiles the apps have, and which of those of the batch are among them. */
  async #loadLimits(tx: ClickTransaction, wanted: readonly Wanted[]): Promise<void> {
    const limit = this.#appProfiles;
    const owners = new Map<number, [app: number, day: number]>();
    for (const { combination, app, owner } of wanted) {
      if (!limit.knows(owner)) owners.set(owner, [app, combination.day]);
    }
    const counts = await tx.lookUp<{ app: number; day: number; profiles: number; people: number }>(
      COUNT_PROFILES,
      { app: 'integer', day: 'integer' },
      [...owners.values()],
      'group by app, day',
    );
    for (const owner of owners.keys()) limit.load(owner, 0, 0);
    for (const row of counts) {
      limit.load(ownerOf(row.app, row.day), row.people, row.profiles - row.people);
    }
    const possible = wanted.map((one) => ({
      ...one,
      keys: limit.isTight(one.owner) ? one.profiles.limited() : [one.profiles.at(0)],
    }));
    const allKeys = possible.flatMap(({ keys }) => keys);
    await this.#dictionary.findProfiles(tx, allKeys);
    const profiles = new Map<string, [app: number, day: number, profile: number]>();
    const keyOf = new Map<number, string>();
    for (const { combination, app, owner, keys } of possible) {
      for (const key of keys) {
        const profile = this.#dictionary.profile(key);
        if (profile === undefined || limit.has(owner, key)) continue;
        keyOf.set(profile, key);
        profiles.set(`${owner} ${profile}`, [app, combination.day, profile]);
      }
    }
    const stored = await tx.lookUp<{ app: number; day: number; profile: number }>(
      'select app, day, profile from app_days',
      { app: 'integer', day: 'integer', profile: 'integer' },
      [...profiles.values()],
    );
    for (const { app, day, profile } of stored) {
      limit.add(ownerOf(app, day), known(keyOf.get(profile)));
    }
  }

  #idsOf({ combination, app, isHuman, profiles, level }: Leveled): ClickIds {
    const dictionary = this.#dictionary;
    const [kind = '', outcome = '', platform = ''] = combination.values;
    return {
      app,
      kind: known(dictionary.text(kind)),
      outcome: known(dictionary.text(outcome)),
      platform: known(dictionary.text(platform)),
      isHuman,
      isStore: isHuman && STORE_OUTCOMES.some((one) => one === outcome),
      event: EVENTS.find((one) => one === kind),
      profile: known(dictionary.profile(profiles.at(level))),
    };
  }
}

/** A value that was added to the store before. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a text of a click has no id');
  return value;
}
