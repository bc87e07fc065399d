import assert from 'node:assert/strict';
import type { Click } from '../../src/storage/clicks/batch.ts';
import { countsOf, groupBy, type TrueClick } from './click-year.ts';

// Reports of the API against counts of the list of clicks.

/** The parameters of a request. */
export type Query = Readonly<Record<string, string>>;

interface Numbers {
  readonly clicks: number;
  readonly visitors: number;
  readonly other: number;
}
interface Funnel {
  readonly visits: number;
  readonly store: number;
  readonly opened: number;
  readonly redeemed: number;
}
export interface Series {
  readonly funnel: Funnel | null;
  readonly from: string;
  readonly to: string;
  readonly totals: Numbers;
  readonly series: readonly (Numbers & { readonly start: string })[];
}
export interface Report extends Series {
  readonly unit: string;
  readonly previous: Series | null;
  readonly breakdowns: Readonly<Record<string, readonly (Numbers & { readonly value: string })[]>>;
  readonly lifetime: Numbers;
  readonly breakdown_days: {
    readonly from: string;
    readonly to: string;
    readonly totals: Numbers;
  } | null;
}

/** What a clock shows: `2026-11-23 12:00`. */
export function clockOf(zone: string): (at: number) => string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
  return (at) => format.format(at);
}

/** The same time of the day some days before, in the form of `clockOf`. */
export function daysBefore(clock: string, days: number): string {
  const date = new Date(`${clock.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10) + clock.slice(10);
}

export function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}

/** The name of the day, week or month of a date. */
function unitOf(unit: string, date: string): string {
  return { day: date, week: mondayOf(date), month: date.slice(0, 7) }[unit] ?? '';
}

export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

const isPerson = ({ click }: TrueClick): boolean => click.kind === 'human';
const reachedStore = ({ click }: TrueClick): boolean =>
  click.outcome === 'get-app' || click.outcome === 'store';

/** The steps of clicks of people and of events. */
export function stepsOf(clicks: readonly TrueClick[], own: readonly Click[]) {
  return {
    store: clicks.filter((one) => isPerson(one) && reachedStore(one)).length,
    opened: own.filter(({ kind }) => kind === 'open').length,
    redeemed: own.filter(({ kind }) => kind === 'redeem').length,
  };
}

/** Compares the funnel of a period with a count of these clicks and events. */
export function assertFunnel(
  { from, to, funnel }: Series,
  clicks: readonly TrueClick[],
  own: readonly Click[],
): void {
  const isWithin = ({ at }: Click): boolean => at >= Date.parse(from) && at < Date.parse(to);
  const within = clicks.filter(({ click }) => isWithin(click));
  const steps = stepsOf(within, own.filter(isWithin));
  assert.deepEqual(funnel, { visits: within.filter(isPerson).length, ...steps });
}

/** Compares totals and series with a count of these clicks. `unit`: `point` if the points are not those of a calendar. */
export function assertSeries(
  { from, to, totals, series }: Series,
  unit: string,
  zone: string,
  clicks: readonly TrueClick[],
  visitor: 'isFirstOnLink' | 'isFirstInApp',
): void {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const within = clicks.filter(({ click }) => click.at >= begin && click.at < end);
  assert.deepEqual(totals, countsOf(within, visitor));
  const isByDate = ['day', 'week', 'month'].includes(unit);
  const clock = clockOf(zone);
  const starts = series.map(({ start: at }) => Date.parse(at));
  const nameOf = (at: number): string => {
    if (isByDate) return unitOf(unit, clock(at).slice(0, 10));
    return new Date(starts.findLast((point) => point <= at) ?? 0).toISOString();
  };
  const groups = groupBy(within, ({ click }) => nameOf(click.at));
  const names = starts.map(nameOf);
  assert.equal(new Set(names).size, names.length, 'no unit occurs twice');
  for (const name of groups.keys()) assert.ok(names.includes(name), name);
  for (const [index, { start: _, ...numbers }] of series.entries()) {
    const name = names[index] ?? '';
    assert.deepEqual(numbers, countsOf(groups.get(name) ?? [], visitor), name);
  }
}

/** The clicks of the UTC days with the dates of a period. */
export function ofDays(
  { breakdown_days: days }: Report,
  clicks: readonly TrueClick[],
): TrueClick[] {
  assert.ok(days);
  const { from, to } = days;
  return clicks.filter(({ click }) => utcDate(click.at) >= from && utcDate(click.at) <= to);
}

export function assertBreakdown(
  report: Report,
  name: string,
  clicks: readonly TrueClick[],
  visitor: 'isFirstOnLink' | 'isFirstInApp',
): void {
  const groups = groupBy(clicks, ({ values }) => values[name] ?? '');
  const expected = [...groups].map(([value, own]) => ({ value, ...countsOf(own, visitor) }));
  expected.sort((a, b) => b.clicks - a.clicks || b.other - a.other || (a.value < b.value ? -1 : 1));
  assert.deepEqual(report.breakdowns[name], expected, name);
}
