import { DIMENSIONS, type Dimension } from '../../domain/click/click.ts';
import type { Counts } from '../../domain/click/series.ts';
import { dayOf } from '../../domain/click/slots.ts';
import type { ClickSql, ClickTransaction } from './click-sql.ts';

/** A UTC day of an app, by the id of its label. */
export interface AppDay {
  readonly app: number;
  readonly day: number;
}

/**
 * Both who seals a day and who adds late clicks to it write this row first, so on PostgreSQL one of them waits for the
 * other: a day is never sealed without clicks that were committed before.
 */
const MARK = 'on conflict (app, day) do update set is_sealed = excluded.is_sealed';
const MARK_COLUMNS = { app: 'integer', day: 'integer', is_sealed: 'integer' } as const;

/** The days of an app that have clicks: one seek for each, not one row for each combination. */
const UNSEALED = `with recursive days (day) as (
    select min(day) from app_days where app = ?
    union all
    select (select min(d.day) from app_days d where d.app = ? and d.day > days.day) from days where day is not null
  )
  select day from days where day is not null and day < ?
    and day not in (select day from sealed_days where app = ? and is_sealed = 1) order by day`;

const PROFILES = `select ${DIMENSIONS.map((name) => `q.${name}`).join(', ')}, d.clicks, d.visitors
  from app_days d join click_profiles q on q.id = d.profile where d.app = ? and d.day = ?`;

const VALUE_COLUMNS = {
  app: 'integer',
  dimension: 'text',
  day: 'integer',
  value: 'integer',
  clicks: 'bigint',
  visitors: 'bigint',
  other: 'bigint',
} as const;

/** The first day that is not sealed yet: its clicks can still arrive in time, also from a process with a wrong clock. */
function firstOpenDay(now: number): number {
  return dayOf(now) - 1;
}

/** The days that are over and not sealed, oldest first. */
export async function unsealedDays(sql: ClickSql, now: number): Promise<AppDay[]> {
  const apps = await sql.all<{ app: number }>('select distinct app from app_totals order by app');
  const found: AppDay[] = [];
  for (const { app } of apps) {
    const days = await sql.all<{ day: number }>(UNSEALED, [app, app, firstOpenDay(now), app]);
    found.push(...days.map(({ day }) => ({ app, day })));
  }
  return found;
}

/** Adds up the counts of a day by the values of each dimension. Returns how many sums that are. */
export async function sealDay(tx: ClickTransaction, { app, day }: AppDay): Promise<number> {
  await tx.insert('sealed_days', MARK_COLUMNS, [[app, day, 1]], MARK);
  const kinds = await tx.all<{ id: number; text: string }>(
    "select id, text from click_texts where text in ('human', 'open', 'redeem')",
  );
  const kindOf = new Map(kinds.map(({ id, text }) => [id, text]));
  const sums = new Map(DIMENSIONS.map((name) => [name, new Map<number, Sum>()]));
  for (const row of await tx.all<ProfileRow>(PROFILES, [app, day])) {
    const kind = kindOf.get(row.kind);
    if (kind === 'open' || kind === 'redeem') continue;
    for (const [name, values] of sums) {
      let sum = values.get(row[name]);
      if (!sum) values.set(row[name], (sum = { clicks: 0, visitors: 0, other: 0 }));
      if (kind === 'human') {
        sum.clicks += row.clicks;
        sum.visitors += row.visitors;
      } else sum.other += row.clicks;
    }
  }
  const rows = [...sums].flatMap(([name, values]) => {
    const key = [app, name, day];
    return Array.from(values, ([value, sum]) => [
      ...key,
      value,
      sum.clicks,
      sum.visitors,
      sum.other,
    ]);
  });
  await deleteValues(tx, { app, day });
  await tx.insert('app_day_values', VALUE_COLUMNS, rows, '');
  return rows.length;
}

type Sum = { -readonly [name in keyof Counts]: Counts[name] };
type ProfileRow = Readonly<Record<Dimension | 'clicks' | 'visitors', number>>;

async function deleteValues(tx: ClickTransaction, { app, day }: AppDay): Promise<void> {
  // Each dimension is a range of the key.
  for (const name of DIMENSIONS) {
    const values = [app, name, day];
    await tx.run('delete from app_day_values where app = ? and dimension = ? and day = ?', values);
  }
}

/** Must run in the transaction that adds clicks to these days, before it adds them. */
export async function unsealDays(tx: ClickTransaction, days: readonly AppDay[]): Promise<void> {
  // In one order, so that two instances do not wait for each other.
  const sorted = days.toSorted((a, b) => a.app - b.app || a.day - b.day);
  const rows = sorted.map(({ app, day }) => [app, day, 0]);
  await tx.insert('sealed_days', MARK_COLUMNS, rows, MARK);
}

/** Deletes a sealed day with its values. Returns how many days that are. */
export async function deleteSealed(tx: ClickTransaction, { app, day }: AppDay): Promise<number> {
  await deleteValues(tx, { app, day });
  return tx.run('delete from sealed_days where app = ? and day = ?', [app, day]);
}
