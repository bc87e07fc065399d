import { KINDS } from '../../domain/click/click.ts';
import { dayOf, slotStart } from '../../domain/click/slots.ts';
import { claimPart, partOf, type BatchPart } from './batch-part.ts';
import type { ClickBatch } from './batch.ts';
import { ClickIndex, type BatchIds } from './click-index.ts';
import type { ClickSql, ClickTransaction } from './click-sql.ts';
import type { Combination } from './combinations.ts';
import type { Countries } from './countries.ts';
import { countClicks, type Counted } from './count-clicks.ts';
import { createMonth } from './create-month.ts';
import { groupClicks, type GroupedClicks } from './group-clicks.ts';
import { insertSingleClicks, type SingleClicks } from './insert-single-clicks.ts';
import { MonthLookup } from './months.ts';
import { addReports, reportHash } from './report-ids.ts';
import { unsealDays, type AppDay } from './seal-days.ts';
import { Sightings } from './sightings.ts';
import { VisitorHashes } from './visitor-hashes.ts';

/** The bits of a single click: it is the first one of its visitor on the link and day, and in the app and day. */
const FIRST_ON_LINK = 1;
const FIRST_IN_APP = 2;

/** A batch whose texts have ids. */
interface KnownClicks extends GroupedClicks {
  readonly batch: ClickBatch;
  readonly ids: BatchIds;
}

/** Stores the batches of one process. */
export class ClickWriter {
  readonly #sql: ClickSql;
  readonly #id: string;
  readonly #storesRaw: boolean;
  readonly #countries: Countries | undefined;
  readonly #hashes = new VisitorHashes();
  readonly #index = new ClickIndex();
  readonly #months = new Set<number>();

  /** `id`: the same for all batches of a process, and for no other process. */
  constructor(sql: ClickSql, id: string, storesRaw: boolean, countries?: Countries) {
    this.#sql = sql;
    this.#id = id;
    this.#storesRaw = storesRaw;
    this.#countries = countries;
  }

  /**
   * Stores a batch once, even if it is called again because the outcome of a call is unknown. `maxRows`: of one
   * transaction. Transactions that were committed before an error are not repeated.
   */
  async store(batch: ClickBatch, seq: number, now: number, maxRows = batch.size): Promise<void> {
    if (this.#storesRaw) await this.#createMonths(batch);
    for (let from = 0; from < batch.size;) {
      const to = Math.min(from + maxRows, batch.size);
      from = await this.#storePart(batch, { seq, from, to }, now);
    }
  }

  /** Returns how many clicks of the batch are stored. */
  async #storePart(whole: ClickBatch, part: BatchPart, now: number): Promise<number> {
    const batch = partOf(whole, part);
    const countryOf = (network: string): string => this.#countries?.countryOf(network, now) ?? '';
    const grouped = groupClicks(batch, countryOf);
    const ids = await this.#prepare(grouped, now);
    return this.#sql.transaction(async (tx) => {
      const stored = await claimPart(tx, this.#id, part, now);
      if (stored !== undefined) return stored;
      await this.#count(tx, { ...grouped, batch, ids }, dayOf(now));
      return part.to;
    });
  }

  /** Adds what is missing in the dictionary, in a transaction of its own: its rows harm nobody if the next one fails. */
  #prepare({ groups }: GroupedClicks, now: number): Promise<BatchIds> {
    const days = new Set(groups.map(({ combination }) => combination.day));
    let attempt = 0;
    return this.#sql.transaction(async (tx) => {
      // What the first attempt added was rolled back.
      if (attempt++ > 0) this.reset();
      await this.#hashes.load((day, key) => keyOf(tx, day, key), days, now);
      return this.#index.add(tx, groups);
    });
  }

  async #count(tx: ClickTransaction, clicks: KnownClicks, day: number): Promise<void> {
    const counted = this.#counted(clicks, await repeatedReports(tx, clicks, day));
    await unsealDays(tx, lateDays(counted, day));
    const visitor = await this.#countVisitors(tx, clicks, counted);
    const counts = countClicks(counted.filter(({ clicks: count }) => count > 0));
    for (const [{ table, columns, tail }, rows] of counts) {
      await tx.insert(table, columns, rows, tail);
    }
    if (this.#storesRaw) await this.#insertRaw(tx, clicks, counted, visitor);
  }

  /** `repeated`: how many reports of a group were counted before. */
  #counted(
    { groups, ids }: KnownClicks,
    repeated: ReadonlyMap<number, number>,
  ): readonly Counted[] {
    return groups.map(({ combination, code, slot, ...group }, index) => {
      const clicks = group.clicks - (repeated.get(index) ?? 0);
      const own = ids.ofCombinations.get(combination);
      const linkProfile = ids.linkProfiles[index];
      if (!own || linkProfile === undefined) throw new Error('a group has no ids');
      const link = this.#index.link(code);
      const visitors = { linkVisitors: 0, appVisitors: 0 };
      return { link, slot, ids: own, linkProfile, clicks, ...visitors };
    });
  }

  /** Adds the visitors to the groups of their first clicks. Returns the bits of each click. */
  async #countVisitors(
    tx: ClickTransaction,
    { batch, groups, groupOf, visitors, onLinks }: KnownClicks,
    counted: readonly Counted[],
  ): Promise<Uint8Array> {
    const groupAt = (row: number): { counted: Counted; combination: Combination } => {
      const index = groupOf[row] ?? 0;
      const [own, group] = [counted[index], groups[index]];
      if (!own || !group) throw new RangeError('a click has no group');
      return { counted: own, combination: group.combination };
    };
    const hashes = new Map(
      visitors.map((visitor) => {
        const { app, day } = groupAt(visitor.row).combination;
        return [visitor, this.#hashes.hash(day, app, visitor.network, visitor.userAgent)];
      }),
    );
    const sightings = new Sightings();
    for (const { row, visitor } of onLinks) {
      const hash = hashes.get(visitor);
      const { combination, counted: own } = groupAt(row);
      if (hash !== undefined) sightings.add(combination.day, own.link, hash);
    }
    for (const [{ row }, hash] of hashes) {
      const { combination, counted: own } = groupAt(row);
      if (hash !== undefined) sightings.add(combination.day, -own.ids.app, hash);
    }
    const firsts = await sightings.store(tx);
    const bits = new Uint8Array(batch.size);
    for (const { row, visitor } of onLinks) {
      const hash = hashes.get(visitor);
      const { combination, counted: own } = groupAt(row);
      if (hash === undefined || !firsts.take(combination.day, own.link, hash)) continue;
      own.linkVisitors++;
      bits[row] = FIRST_ON_LINK;
    }
    for (const [{ row }, hash] of hashes) {
      const { combination, counted: own } = groupAt(row);
      if (hash === undefined || !firsts.take(combination.day, -own.ids.app, hash)) continue;
      own.appVisitors++;
      bits[row] = (bits[row] ?? 0) | FIRST_IN_APP;
    }
    return bits;
  }

  async #insertRaw(
    tx: ClickTransaction,
    { batch, groupOf }: KnownClicks,
    counted: readonly Counted[],
    visitor: Uint8Array,
  ): Promise<void> {
    const byMonth = new Map<number, Record<keyof SingleClicks, number[]>>();
    const months = new MonthLookup();
    for (let row = 0; row < batch.size; row++) {
      const at = batch.at[row] ?? 0;
      const own = counted[groupOf[row] ?? 0];
      // Events are only counted.
      if (!own || own.ids.event !== undefined) continue;
      const month = months.of(at);
      let clicks = byMonth.get(month);
      if (!clicks) byMonth.set(month, (clicks = { at: [], link: [], profile: [], visitor: [] }));
      clicks.at.push(at);
      clicks.link.push(own.link);
      clicks.profile.push(own.ids.profile);
      clicks.visitor.push(visitor[row] ?? 0);
    }
    for (const [month, clicks] of byMonth) {
      await insertSingleClicks(tx, this.#sql.engine, month, clicks);
    }
  }

  /** Not for reports, which can be of a month that was deleted: they have no single clicks. */
  async #createMonths({ at, kind }: ClickBatch): Promise<void> {
    const months = new MonthLookup();
    const wanted = new Set<number>();
    let last = Number.NaN;
    for (let row = 0; row < at.length; row++) {
      if ((kind[row] ?? 0) >= KINDS.length) continue;
      const month = months.of(at[row] ?? 0);
      if (month !== last) wanted.add((last = month));
    }
    for (const month of wanted) {
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
    this.#index.clear();
    this.#months.clear();
  }
}

/** The days of the clicks that are over. The sums of a sealed day do not count events. */
function lateDays(counted: readonly Counted[], today: number): AppDay[] {
  const late = new Map<string, AppDay>();
  for (const { ids, slot } of counted) {
    const day = dayOf(slotStart(slot));
    if (day < today && ids.event === undefined)
      late.set(`${ids.app} ${day}`, { app: ids.app, day });
  }
  return [...late.values()];
}

async function keyOf(
  tx: ClickTransaction,
  day: number,
  key: Uint8Array,
): Promise<Uint8Array | undefined> {
  await tx.run('insert into click_keys (day, key) values (?, ?) on conflict (day) do nothing', [
    day,
    key,
  ]);
  const [row] = await tx.all<{ key: Uint8Array }>('select key from click_keys where day = ?', [
    day,
  ]);
  return row && Uint8Array.from(row.key);
}

/** Adds the reports of a batch. Returns, by group, how many of them were counted before. */
async function repeatedReports(
  tx: ClickTransaction,
  { batch, groups, groupOf }: KnownClicks,
  day: number,
): Promise<ReadonlyMap<number, number>> {
  const repeated = new Map<number, number>();
  if (batch.reportIds.size === 0) return repeated;
  const reports = Array.from(batch.reportIds, ([row, id]) => {
    const group = groupOf[row] ?? 0;
    return { group, hash: reportHash(groups[group]?.combination.app ?? '', id) };
  });
  const hashes = reports.map(({ hash }) => hash);
  const fresh = await addReports(tx, hashes, day);
  for (const { group, hash } of reports) {
    // The first of equal ones in the batch counts.
    if (!fresh.delete(hash)) repeated.set(group, (repeated.get(group) ?? 0) + 1);
  }
  return repeated;
}
