import { firstDayWithHours, firstKeptDay } from '../../domain/click/kept-days.ts';
import { dayOf, SLOTS_PER_DAY } from '../../domain/click/slots.ts';
import type { ClickTransaction } from './click-sql.ts';
import { APP_SLOTS, LINK_SLOTS, type Rollup } from './rollups.ts';

const HOURS_AFTER_DAYS = 14;

/** Slots that become one, and its place among them. */
interface Unit {
  readonly slots: number;
  readonly place: number;
}
const TO_HOURS: Unit = { slots: 4, place: 0 };
/** 10:00 UTC is on the same date from Hawaii (-10:00) to New Zealand (+13:00), so that reports count it on the right day. */
const TO_DAYS: Unit = { slots: SLOTS_PER_DAY, place: (SLOTS_PER_DAY / 24) * 10 };

/** Owners of slots: links or apps. */
export interface SlotOwners {
  readonly rollup: Rollup;
  readonly column: string;
  /** The ids of some of them. */
  readonly some: string;
  readonly last: string;
}

export const LINKS: SlotOwners = {
  rollup: LINK_SLOTS,
  column: 'link',
  some: 'select id from click_links where id > ? and id <= ?',
  last: 'select max(id) as id from click_links',
};
export const APPS: SlotOwners = {
  rollup: APP_SLOTS,
  column: 'app',
  some: 'select app from app_totals where app > ? and app <= ?',
  last: 'select max(app) as id from app_totals',
};

/** What is folded, in slots; the ends are not included. */
interface Folds {
  /** Slots before this one are deleted. */
  readonly oldest: number;
  readonly toDays: readonly [from: number, to: number];
  readonly toHours: readonly [from: number, to: number];
}

/** `last`: when slots were last folded. */
export function foldsOf(now: number, last: number | undefined, months: number): Folds {
  const bounds = foldBounds(now);
  const known = last === undefined ? { toHours: 0, toDays: 0 } : foldBounds(last);
  return {
    oldest: firstKeptDay(now, months) * SLOTS_PER_DAY,
    toDays: [known.toDays, bounds.toDays],
    toHours: [Math.max(known.toHours, bounds.toDays), bounds.toHours],
  };
}

function foldBounds(now: number): { readonly toHours: number; readonly toDays: number } {
  return {
    toHours: (dayOf(now) - HOURS_AFTER_DAYS) * SLOTS_PER_DAY,
    toDays: firstDayWithHours(now) * SLOTS_PER_DAY,
  };
}

/** Deletes and folds the slots of owners whose ids are above the first number, up to the second. */
export async function foldSlots(
  tx: ClickTransaction,
  { rollup, column, some }: SlotOwners,
  ids: readonly [above: number, last: number],
  { oldest, toDays, toHours }: Folds,
): Promise<void> {
  const owned = `${column} in (${some})`;
  await tx.run(`delete from ${rollup.table} where ${owned} and slot < ?`, [...ids, oldest]);
  const between = `${owned} and slot >= ? and slot < ?`;
  await foldRows(tx, rollup, TO_DAYS, between, [...ids, ...toDays]);
  await foldRows(tx, rollup, TO_HOURS, between, [...ids, ...toHours]);
}

/** Adds slots to the one that stands for their hour or day. */
async function foldRows(
  tx: ClickTransaction,
  { table, columns, tail }: Rollup,
  { slots, place }: Unit,
  where: string,
  parameters: readonly number[],
): Promise<void> {
  const old = `${where} and slot % ${slots} <> ${place}`;
  const names = Object.keys(columns);
  const values = names.map((name) => {
    if (name === 'slot') return `slot - slot % ${slots} + ${place}`;
    return name === 'clicks' || name === 'visitors' ? `sum(${name})` : name;
  });
  await tx.run(
    `insert into ${table} (${names.join(', ')})
      select ${values.join(', ')} from ${table} where ${old} group by 1, 2, 3, 4, 5 ${tail}`,
    parameters,
  );
  await tx.run(`delete from ${table} where ${old}`, parameters);
}
