import type { Kind } from '../../domain/click/click.ts';
import type { ClickBatch } from './batch.ts';
import type { ClickSql, ClickTransaction } from './click-sql.ts';
import type { Countries } from './countries.ts';
import { combine, tailOf, type Combination } from './combine.ts';
import {
  countClicks,
  FIRST_IN_APP,
  FIRST_ON_LINK,
  type ClickIds,
  type StoredClick,
} from './count-clicks.ts';
import { Dictionary, profileKey, type ProfileValues } from './dictionary.ts';
import { createMonth, MonthLookup, monthTable } from './months.ts';
import { MAX_APP_PROFILES, MAX_LINK_PROFILES, ownerOf, ProfileLimit } from './profile-limits.ts';
import { Sightings } from './sightings.ts';
import { VisitorHashes } from './visitor-hashes.ts';

/** Takes effect unless the batch is stored already. */
const CLAIM = `insert into click_writers (id, seq, at) values (?, ?, ?)
  on conflict (id) do update set seq = excluded.seq, at = excluded.at
  where click_writers.seq < excluded.seq returning seq`;

const RAW_COLUMNS = {
  at: 'bigint',
  link: 'integer',
  profile: 'integer',
  visitor: 'integer',
} as const;

/** A click whose texts have ids. */
interface KnownClick {
  readonly at: number;
  readonly day: number;
  readonly link: number;
  readonly ids: ClickIds;
  /** Undefined: it does not count as a visitor. */
  readonly hash: number | undefined;
}

/** Stores the batches of one process. */
export class ClickWriter {
  readonly #sql: ClickSql;
  readonly #id: string;
  readonly #storesRaw: boolean;
  readonly #countries: Countries | undefined;
  readonly #hashes = new VisitorHashes();
  readonly #dictionary = new Dictionary();
  readonly #appProfiles = new ProfileLimit(MAX_APP_PROFILES);
  readonly #linkProfiles = new ProfileLimit(MAX_LINK_PROFILES);
  readonly #months = new Set<number>();

  /** `id`: the same for all batches of a process, and for no other process. */
  constructor(sql: ClickSql, id: string, storesRaw: boolean, countries?: Countries) {
    this.#sql = sql;
    this.#id = id;
    this.#storesRaw = storesRaw;
    this.#countries = countries;
  }

  /** Stores a batch once, even if it is called again because the outcome of a call is unknown. */
  async store(batch: ClickBatch, seq: number, now: number): Promise<void> {
    const combinations = combine(
      batch,
      (network) => this.#countries?.countryOf(network, now) ?? '',
    );
    if (this.#storesRaw) await this.#createMonths(batch.at.subarray(0, batch.size));
    const clicks = await this.#known(batch, combinations, now);
    await this.#sql.transaction(async (tx) => {
      const claimed = await tx.all<object>(CLAIM, [this.#id, seq, now]);
      if (claimed.length > 0) await this.#count(tx, clicks);
    });
  }

  async #count(tx: ClickTransaction, clicks: readonly KnownClick[]): Promise<void> {
    const firsts = await sightingsOf(clicks).store(tx);
    const stored = clicks.map((click) => withVisitor(click, firsts));
    const counts = countClicks(stored, (link, day, ids) => this.#linkProfile(link, day, ids));
    for (const [{ table, columns, tail }, rows] of counts) {
      await tx.insert(table, columns, rows, tail);
    }
    if (this.#storesRaw) await this.#insertRaw(tx, stored);
  }

  async #insertRaw(tx: ClickTransaction, clicks: readonly StoredClick[]): Promise<void> {
    const byMonth = new Map<number, number[][]>();
    const months = new MonthLookup();
    for (const { at, link, ids, visitor } of clicks) {
      const month = months.of(at);
      const row = [at, link, ids.profile, visitor];
      const rows = byMonth.get(month);
      if (rows) rows.push(row);
      else byMonth.set(month, [row]);
    }
    for (const [month, rows] of byMonth) {
      // PostgreSQL finds the partition itself.
      const table = this.#sql.engine === 'sqlite' ? monthTable(month) : 'clicks';
      await tx.insert(table, RAW_COLUMNS, rows, '');
    }
  }

  /** Gives ids to the texts of a batch, and hashes to its visitors. */
  async #known(
    batch: ClickBatch,
    combinations: readonly Combination[],
    now: number,
  ): Promise<KnownClick[]> {
    const codes = batch.codes.split('\n');
    const networks = batch.networks.split('\n');
    const ids = await this.#prepare(combinations, codes, now);
    const hashes = new Map<string, number | undefined>();
    return combinations.map((combination, row) => {
      const { day, app } = combination;
      const network = networks[row] ?? '';
      const agent = batch.agent[row] ?? 0;
      let hash: number | undefined;
      if (batch.hashed[row] === 1 && network !== '') {
        const key = `${day} ${app} ${agent} ${network}`;
        if (!hashes.has(key)) {
          const userAgent = batch.agents[agent]?.userAgent ?? '';
          hashes.set(key, this.#hashes.hash(day, app, network, userAgent));
        }
        hash = hashes.get(key);
      }
      return {
        at: batch.at[row] ?? 0,
        day,
        link: known(this.#dictionary.link(codes[row] ?? '')),
        ids: known(ids.get(combination)),
        hash,
      };
    });
  }

  /** Adds what is missing in the dictionary, in a transaction of its own: its rows harm nobody if the next one fails. */
  async #prepare(
    ofClicks: readonly Combination[],
    codes: readonly string[],
    now: number,
  ): Promise<Map<Combination, ClickIds>> {
    const combinations = new Set(ofClicks);
    const dictionary = this.#dictionary;
    dictionary.trim();
    let attempt = 0;
    return this.#sql.transaction(async (tx) => {
      // What the first attempt added was rolled back.
      if (attempt++ > 0) this.reset();
      await this.#hashes.load(tx, new Set([...combinations].map(({ day }) => day)), now);
      await dictionary.addTexts(
        tx,
        dictionary.missingTexts([...combinations].map(({ app }) => app)),
      );
      const links = new Map<string, number>();
      for (const [row, { app }] of ofClicks.entries()) {
        const code = codes[row] ?? '';
        if (dictionary.link(code) === undefined) links.set(code, known(dictionary.text(app)));
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
      for (const combination of this.#beyondLimit(ofClicks, codes, ids)) {
        const tail = tailOf(values.get(combination) ?? []);
        await this.#addProfiles(tx, [tail]);
        const own = known(ids.get(combination));
        ids.set(combination, { ...own, tail: known(dictionary.profile(profileKey(tail))) });
      }
      return ids;
    });
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
    ofClicks: readonly Combination[],
    codes: readonly string[],
    ids: ReadonlyMap<Combination, ClickIds>,
  ): Set<Combination> {
    const beyond = new Set<Combination>();
    for (const [row, combination] of ofClicks.entries()) {
      const link = known(this.#dictionary.link(codes[row] ?? ''));
      const { profile } = known(ids.get(combination));
      if (!this.#linkProfiles.admits(ownerOf(link, combination.day), profile)) {
        beyond.add(combination);
      }
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
      profile,
      tail: undefined,
    };
  }

  /** The profile by which clicks are counted for a link. */
  #linkProfile(link: number, day: number, { profile, tail }: ClickIds): number {
    if (tail === undefined) return profile;
    return this.#linkProfiles.admits(ownerOf(link, day), profile) ? profile : tail;
  }

  async #createMonths(at: Float64Array): Promise<void> {
    const months = new MonthLookup();
    for (const month of new Set(Array.from(at, (one) => months.of(one)))) {
      if (this.#months.has(month)) continue;
      await createMonth(this.#sql, month);
      this.#months.add(month);
    }
  }

  /** Destroys the keys of days that are over. */
  prune(now: number): void {
    this.#hashes.prune(now);
  }

  /** Forgets what it knows of the store, which a failed transaction may not contain. */
  reset(): void {
    this.#hashes.clear();
    this.#dictionary.clear();
    this.#appProfiles.clear();
    this.#linkProfiles.clear();
    this.#months.clear();
  }
}

const HUMAN: Kind = 'human';

function sightingsOf(clicks: readonly KnownClick[]): Sightings {
  const sightings = new Sightings();
  for (const { day, link, ids, hash } of clicks) {
    if (hash === undefined) continue;
    sightings.add(day, link, hash);
    sightings.add(day, -ids.app, hash);
  }
  return sightings;
}

function withVisitor({ at, day, link, ids, hash }: KnownClick, firsts: Sightings): StoredClick {
  let visitor = 0;
  if (hash !== undefined) {
    if (firsts.take(day, link, hash)) visitor |= FIRST_ON_LINK;
    if (firsts.take(day, -ids.app, hash)) visitor |= FIRST_IN_APP;
  }
  return { at, link, ids, visitor };
}

/** A value that was added to the store before. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a text of a click has no id');
  return value;
}
