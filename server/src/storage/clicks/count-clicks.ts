import type { ClickEvent } from '../../domain/click/click.ts';
import { dayOf, slotStart } from '../../domain/click/slots.ts';
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

/** The ids of what a click is counted by. Clicks of one combination share an object. */
export interface ClickIds {
  readonly app: number;
  readonly kind: number;
  readonly platform: number;
  readonly outcome: number;
  readonly isHuman: boolean;
  /** Whether it led a person to an app store. */
  readonly isStore: boolean;
  readonly event: ClickEvent | undefined;
  /** By which a click is counted in its app. */
  readonly profile: number;
}

/** Clicks on a link in a quarter-hour that are counted by the same ids. */
export interface Counted {
  readonly link: number;
  readonly slot: number;
  readonly ids: ClickIds;
  readonly linkProfile: number;
  readonly clicks: number;
  /** How many are the first ones of a visitor on the link and day, and in the app and day. */
  linkVisitors: number;
  appVisitors: number;
}

type Row = number[];
type Rows = readonly [Rollup, readonly Row[]];

/**
 * Returns what to add to each table. The rows of a table are sorted by their keys, so that two instances lock them in the
 * same order.
 */
export function countClicks(groups: readonly Counted[]): readonly Rows[] {
  // Almost the order of all tables of links, and sorting what is almost sorted is fast.
  const ofLinks = groups.toSorted((a, b) => a.link - b.link || a.slot - b.slot);
  const ofApps = appsOf(groups);
  const steps = ofLinks.filter(({ ids }) => ids.isHuman || ids.event !== undefined);
  return [
    rows(LINK_TOTALS, ofLinks, ({ link, slot, ids, clicks, linkVisitors }) => [
      link,
      ids.kind,
      clicks,
      linkVisitors,
      // Not the times of single clicks, which are deleted after some days.
      slotStart(slot),
      slotStart(slot + 1) - 1,
    ]),
    rows(APP_TOTALS, ofApps, ({ ids, clicks, appVisitors }) => [
      ids.app,
      ids.kind,
      clicks,
      appVisitors,
    ]),
    rows(LINK_SLOTS, ofLinks, ({ link, slot, ids, clicks, linkVisitors }) => [
      link,
      slot,
      ids.kind,
      ids.platform,
      ids.outcome,
      clicks,
      linkVisitors,
    ]),
    rows(APP_SLOTS, ofApps, ({ slot, ids, clicks, appVisitors }) => [
      ids.app,
      slot,
      ids.kind,
      ids.platform,
      ids.outcome,
      clicks,
      appVisitors,
    ]),
    rows(LINK_DAYS, ofLinks, ({ link, slot, linkProfile, clicks, linkVisitors }) => [
      link,
      dayOf(slotStart(slot)),
      linkProfile,
      clicks,
      linkVisitors,
    ]),
    rows(APP_DAYS, ofApps, ({ slot, ids, clicks, appVisitors }) => [
      ids.app,
      dayOf(slotStart(slot)),
      ids.profile,
      clicks,
      appVisitors,
    ]),
    rows(DAY_LINKS, steps, ({ link, slot, ids, clicks, linkVisitors }) => [
      ids.app,
      dayOf(slotStart(slot)),
      link,
      ids.isHuman ? clicks : 0,
      linkVisitors,
      ids.isStore ? clicks : 0,
      ids.event === 'open' ? clicks : 0,
      ids.event === 'redeem' ? clicks : 0,
    ]),
  ];
}

/** The same counts without their links: an app has far fewer of them. */
function appsOf(groups: readonly Counted[]): Counted[] {
  const bySlot = new Map<number, Map<ClickIds, Counted>>();
  for (const group of groups) {
    let ofSlot = bySlot.get(group.slot);
    if (!ofSlot) bySlot.set(group.slot, (ofSlot = new Map<ClickIds, Counted>()));
    const before = ofSlot.get(group.ids);
    const clicks = group.clicks + (before?.clicks ?? 0);
    const appVisitors = group.appVisitors + (before?.appVisitors ?? 0);
    ofSlot.set(group.ids, { ...group, clicks, appVisitors });
  }
  return [...bySlot.values()].flatMap((ofSlot) => [...ofSlot.values()]);
}

/** Sorted by the key, with one row for each. */
function rows(rollup: Rollup, groups: readonly Counted[], rowOf: (group: Counted) => Row): Rows {
  const { keys, counts } = rollup;
  const merged: Row[] = [];
  for (const row of groups.map(rowOf).toSorted((a, b) => compare(a, b, keys))) {
    const last = merged.at(-1);
    if (last && compare(last, row, keys) === 0) add(last, row, keys + counts, keys);
    else merged.push(row);
  }
  return [rollup, merged];
}

/** After the key, a row has counts, which end before `first`, and in some tables the first and the last time. */
function add(sum: Row, row: Row, first: number, keys: number): void {
  for (let at = keys; at < first; at++) sum[at] = (sum[at] ?? 0) + (row[at] ?? 0);
  if (sum.length === first) return;
  const last = first + 1;
  sum[first] = Math.min(sum[first] ?? 0, row[first] ?? 0);
  sum[last] = Math.max(sum[last] ?? 0, row[last] ?? 0);
}

function compare(a: Row, b: Row, keys: number): number {
  for (let at = 0; at < keys; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
