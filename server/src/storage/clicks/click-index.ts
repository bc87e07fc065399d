import { EVENTS, STORE_OUTCOMES, type Kind } from '../../domain/click/click.ts';
import type { ClickTransaction } from './click-sql.ts';
import type { ClickIds } from './count-clicks.ts';
import { tailOf, type Combination } from './combinations.ts';
import { Dictionary, profileKey, type ProfileValues } from './dictionary.ts';
import type { ClickGroup } from './group-clicks.ts';
import { MAX_APP_PROFILES, MAX_LINK_PROFILES, ownerOf, ProfileLimit } from './profile-limits.ts';

const HUMAN: Kind = 'human';

/** Gives ids to what the clicks of a batch contain, and limits how many profiles are counted. */
export class ClickIndex {
  readonly #dictionary = new Dictionary();
  readonly #appProfiles = new ProfileLimit(MAX_APP_PROFILES);
  readonly #linkProfiles = new ProfileLimit(MAX_LINK_PROFILES);

  /** Adds what is missing to the store. Returns the ids of each combination; `link` knows all links afterwards. */
  async add(
    tx: ClickTransaction,
    groups: readonly ClickGroup[],
  ): Promise<ReadonlyMap<Combination, ClickIds>> {
    const combinations = new Set(groups.map(({ combination }) => combination));
    const dictionary = this.#dictionary;
    dictionary.trim();
    const apps = [...combinations].map(({ app }) => app);
    await dictionary.addTexts(tx, dictionary.missingTexts(apps));
    const links = new Map<string, number>();
    for (const { code, combination } of groups) {
      if (dictionary.link(code) === undefined) {
        links.set(code, known(dictionary.text(combination.app)));
      }
    }
    if (links.size > 0) await dictionary.addLinks(tx, links);
    const values = new Map<Combination, ProfileValues>();
    for (const combination of combinations) {
      values.set(combination, await this.#admitted(tx, combination));
    }
    await this.#addProfiles(tx, [...values.values()]);
    const ids = new Map(
      [...values].map(([combination, own]) => [combination, this.#idsOf(combination, own)]),
    );
    for (const combination of this.#beyondLimit(groups, ids)) {
      const tail = tailOf(values.get(combination) ?? []);
      await this.#addProfiles(tx, [tail]);
      const own = known(ids.get(combination));
      ids.set(combination, { ...own, tail: known(dictionary.profile(profileKey(tail))) });
    }
    return ids;
  }

  /** The id of a link that was added. */
  link(code: string): number {
    return known(this.#dictionary.link(code));
  }

  /** The profile by which clicks are counted for a link. */
  linkProfile(link: number, day: number, { profile, tail }: ClickIds): number {
    if (tail === undefined) return profile;
    return this.#linkProfiles.admits(ownerOf(link, day), profile) ? profile : tail;
  }

  /** Forgets what a failed transaction may not have stored. */
  clear(): void {
    this.#dictionary.clear();
    this.#appProfiles.clear();
    this.#linkProfiles.clear();
  }

  /** The values by which a combination is counted for its app. */
  async #admitted(tx: ClickTransaction, { app, day, values }: Combination): Promise<ProfileValues> {
    const id = known(this.#dictionary.text(app));
    const owner = ownerOf(id, day);
    if (!this.#appProfiles.knows(owner)) {
      const rows = await tx.all<{ profile: number }>(
        'select profile from app_days where app = ? and day = ?',
        [id, day],
      );
      this.#appProfiles.load(
        owner,
        rows.map(({ profile }) => profile),
      );
    }
    const profile = this.#dictionary.profile(profileKey(values));
    if (profile !== undefined) {
      return this.#appProfiles.admits(owner, profile) ? values : tailOf(values);
    }
    // Texts of combinations that are not counted are not stored either.
    return this.#appProfiles.isFull(owner) ? tailOf(values) : values;
  }

  async #addProfiles(tx: ClickTransaction, profiles: readonly ProfileValues[]): Promise<void> {
    const missing = new Map<string, ProfileValues>();
    for (const values of profiles) {
      const key = profileKey(values);
      if (this.#dictionary.profile(key) === undefined) missing.set(key, values);
    }
    if (missing.size === 0) return;
    const rows = [...missing.values()];
    await this.#dictionary.addTexts(tx, this.#dictionary.missingTexts(rows.flat()));
    await this.#dictionary.addProfiles(tx, rows);
  }

  /** Combinations on a link that has too many of them. */
  #beyondLimit(
    groups: readonly ClickGroup[],
    ids: ReadonlyMap<Combination, ClickIds>,
  ): Set<Combination> {
    const beyond = new Set<Combination>();
    for (const { code, combination } of groups) {
      const owner = ownerOf(this.link(code), combination.day);
      const { profile } = known(ids.get(combination));
      if (!this.#linkProfiles.admits(owner, profile)) beyond.add(combination);
    }
    return beyond;
  }

  #idsOf({ app, day }: Combination, values: ProfileValues): ClickIds {
    const dictionary = this.#dictionary;
    const [kind = '', outcome = '', platform = ''] = values;
    const profile = known(dictionary.profile(profileKey(values)));
    const appId = known(dictionary.text(app));
    this.#appProfiles.load(ownerOf(appId, day), [profile]);
    return {
      app: appId,
      kind: known(dictionary.text(kind)),
      outcome: known(dictionary.text(outcome)),
      platform: known(dictionary.text(platform)),
      isHuman: kind === HUMAN,
      isStore: kind === HUMAN && STORE_OUTCOMES.some((one) => one === outcome),
      event: EVENTS.find((one) => one === kind),
      profile,
      tail: undefined,
    };
  }
}

/** A value that was added to the store before. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a text of a click has no id');
  return value;
}
