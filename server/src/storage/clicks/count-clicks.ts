import { dayOf, slotOf } from '../../domain/click/slots.ts';
import {
  APP_DAYS,
  APP_SLOTS,
  APP_TOTALS,
  DAY_LINKS,
  LINK_DAYS,
  LINK_SLOTS,
  LINK_TOTALS,
  type Rollup,
} from './rollups.ts';

/** The ids of what a click is counted by. Clicks with equal ones share an object. */
export interface ClickIds {
  readonly app: number;
  readonly kind: number;
  readonly platform: number;
  readonly outcome: number;
  readonly isHuman: boolean;
  readonly profile: number;
  /** The profile without the long-tail dimensions, if a link needs it. */
  readonly tail: number | undefined;
}

/** The bits of `StoredClick.visitor`: the first click of a visitor on a link and day, and in an app and day. */
export const FIRST_ON_LINK = 1;
export const FIRST_IN_APP = 2;

/** A click as it is stored. */
export interface StoredClick {
  readonly at: number;
  readonly link: number;
  readonly ids: ClickIds;
  readonly visitor: number;
}

/** Clicks on a link in the same quarter-hour that are counted by the same ids. */
interface Counted {
  readonly link: number;
  readonly slot: number;
  readonly ids: ClickIds;
  clicks: number;
  linkVisitors: number;
  appVisitors: number;
  firstAt: number;
  lastAt: number;
}

/**
 * Returns what to add to each table. `linkProfile`: the profile by which a click is counted on its link. The rows of a
 * table are sorted by their keys, so that two instances lock them in the same order.
 */
export function countClicks(
  clicks: Iterable<StoredClick>,
  linkProfile: (link: number, day: number, ids: ClickIds) => number,
): readonly (readonly [Rollup, readonly (readonly number[])[]])[] {
  const linkTotals = new CountRows(LINK_TOTALS);
  const appTotals = new CountRows(APP_TOTALS);
  const linkSlots = new CountRows(LINK_SLOTS);
  const appSlots = new CountRows(APP_SLOTS);
  const linkDays = new CountRows(LINK_DAYS);
  const appDays = new CountRows(APP_DAYS);
  const dayLinks = new CountRows(DAY_LINKS);
  for (const one of grouped(clicks)) {
    const { link, slot, ids, linkVisitors, appVisitors, firstAt, lastAt } = one;
    const { app, kind, platform, outcome } = ids;
    const day = dayOf(firstAt);
    const total = linkTotals.add([link, kind], one.clicks, linkVisitors, firstAt, lastAt);
    total[4] = Math.min(total[4] ?? firstAt, firstAt);
    total[5] = Math.max(total[5] ?? lastAt, lastAt);
    appTotals.add([app, kind], one.clicks, appVisitors);
    linkSlots.add([link, slot, kind, platform, outcome], one.clicks, linkVisitors);
    appSlots.add([app, slot, kind, platform, outcome], one.clicks, appVisitors);
    linkDays.add([link, day, linkProfile(link, day, ids)], one.clicks, linkVisitors);
    appDays.add([app, day, ids.profile], one.clicks, appVisitors);
    if (ids.isHuman) dayLinks.add([app, day, link], one.clicks, linkVisitors);
  }
  const all = [linkTotals, appTotals, linkSlots, appSlots, linkDays, appDays, dayLinks];
  return all.map((rows) => [rows.rollup, rows.sorted()]);
}

/** A hot link has many equal clicks in a batch. */
function grouped(clicks: Iterable<StoredClick>): Iterable<Counted> {
  const groups = new Map<ClickIds, Map<number, Counted>>();
  const all: Counted[] = [];
  for (const { at, link, ids, visitor } of clicks) {
    const slot = slotOf(at);
    let ofIds = groups.get(ids);
    if (!ofIds) groups.set(ids, (ofIds = new Map<number, Counted>()));
    // Slots have 7 digits until the year 2255.
    const key = link * 10_000_000 + slot;
    let group = ofIds.get(key);
    if (!group) {
      group = {
        link,
        slot,
        ids,
        clicks: 0,
        linkVisitors: 0,
        appVisitors: 0,
        firstAt: at,
        lastAt: at,
      };
      ofIds.set(key, group);
      all.push(group);
    }
    group.clicks++;
    if ((visitor & FIRST_ON_LINK) !== 0) group.linkVisitors++;
    if ((visitor & FIRST_IN_APP) !== 0) group.appVisitors++;
    if (at < group.firstAt) group.firstAt = at;
    if (at > group.lastAt) group.lastAt = at;
  }
  return all;
}

/** Rows for a table, one for each key. */
class CountRows {
  readonly rollup: Rollup;
  readonly #rows = new Map<string, number[]>();

  constructor(rollup: Rollup) {
    this.rollup = rollup;
  }

  add(key: readonly number[], clicks: number, visitors: number, ...more: number[]): number[] {
    const text = key.join(' ');
    let row = this.#rows.get(text);
    if (!row) this.#rows.set(text, (row = [...key, 0, 0, ...more]));
    const at = this.rollup.keys;
    row[at] = (row[at] ?? 0) + clicks;
    row[at + 1] = (row[at + 1] ?? 0) + visitors;
    return row;
  }

  sorted(): readonly (readonly number[])[] {
    const { keys } = this.rollup;
    return [...this.#rows.values()].toSorted((a, b) => compare(a, b, keys));
  }
}

function compare(a: readonly number[], b: readonly number[], keys: number): number {
  for (let at = 0; at < keys; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
