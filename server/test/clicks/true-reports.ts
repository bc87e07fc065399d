import assert from 'node:assert/strict';
import type { Click } from '../../src/storage/clicks/batch.ts';
import type { ClickReader } from '../../src/storage/clicks/click-reader.ts';
import type { Dimension } from '../../src/domain/click/click.ts';
import type { Counts, Range } from '../../src/domain/click/series.ts';
import { DAY_MS, dayOf, SLOT_MS, slotOf } from '../../src/domain/click/slots.ts';
import {
  APP,
  countQuery,
  DAY,
  exported,
  HOT,
  HOUR_MS,
  lifetime,
  OTHER,
  plain,
  sortedDays,
  START,
} from './click-questions.ts';

// Numbers of reports, computed from the clicks themselves.

/** The report that an app was opened. */
export const open = (id: string, at: number): Partial<Click> => ({
  kind: 'open',
  outcome: '',
  reportId: id,
  at,
  isHashed: false,
});

/** Clicks of two days, redemptions and opened apps, oldest first, each at another time. */
export function someClicks(count: number): Partial<Click>[] {
  return Array.from({ length: count }, (_, i) => {
    const at = START + Math.floor((i * 2 * DAY_MS) / count) + (i % 7);
    const code = i % 3 === 0 ? OTHER : HOT;
    if (i % 11 === 0) return { ...open(`report ${i % 500}`, at), code, device: 'ipad' };
    if (i % 13 === 0) return { at, code, kind: 'redeem', outcome: '', isHashed: false };
    return {
      at,
      code,
      kind: i % 5 === 0 ? 'bot' : 'human',
      outcome: (['redirect', 'store', 'get-app', 'gone'] as const)[i % 4] ?? 'redirect',
      device: i % 2 === 0 ? 'iphone' : 'desktop',
      language: ['de', 'en', ''][(i >> 2) % 3] ?? '',
      network: `10.0.${i % 17}`,
      isHashed: i % 5 !== 0 && i % 6 !== 0,
    };
  });
}

/** A click with what is true about it; opened apps that were reported before are missing. */
interface True {
  readonly click: Partial<Click> & { readonly at: number };
  readonly first: Readonly<Record<'app' | 'link', boolean>>;
}

function truth(clicks: readonly Partial<Click>[]): True[] {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && !!seen.add(key);
  return clicks.flatMap((click) => {
    const { at = 0, code, network, isHashed, reportId } = click;
    if (reportId !== undefined && !isNew(`report ${reportId}`)) return [];
    const visitor = `${dayOf(at)} ${network}`;
    const hashed = isHashed === true;
    const first = {
      link: hashed && isNew(`${code} ${visitor}`),
      app: hashed && isNew(`app ${visitor}`),
    };
    return [{ click: { ...click, at }, first }];
  });
}

function countsOf(rows: readonly True[], of: 'app' | 'link') {
  const people = rows.filter(({ click }) => click.kind === 'human');
  const events = rows.filter(({ click }) => click.kind === 'open' || click.kind === 'redeem');
  return {
    clicks: people.length,
    visitors: people.filter(({ first }) => first[of]).length,
    other: rows.length - people.length - events.length,
    store: people.filter(({ click }) => click.outcome === 'store' || click.outcome === 'get-app')
      .length,
    opened: events.filter(({ click }) => click.kind === 'open').length,
    redeemed: events.filter(({ click }) => click.kind === 'redeem').length,
  };
}

/** Compares what the reader returns with counts of the clicks. */
export async function assertReports(
  reader: ClickReader,
  clicks: readonly Partial<Click>[],
): Promise<void> {
  const all = truth(clicks);
  for (const code of [undefined, HOT]) {
    const of = code === undefined ? 'app' : 'link';
    const own = all.filter(({ click }) => code === undefined || click.code === code);
    const within = (from: number, to: number): True[] =>
      own.filter(({ click }) => click.at >= from && click.at < to);
    const { store: _s, opened: _o, redeemed: _r, ...total } = countsOf(own, of);
    assert.deepEqual(await lifetime(reader, code), total);

    const slots = Array.from({ length: 8 }, (_, i): Range => {
      const first = slotOf(START) + i * 20;
      return [first, first + 20];
    });
    // A second period that has some of the slots too.
    const ranges = [...slots, [slotOf(START) + 5, slotOf(START) + 33] as const];
    const bySlots = await reader.count(
      countQuery({
        in: 'slots',
        ranges,
        code,
        by: ['outcome', 'language'],
        slots: [slotOf(START), slotOf(START) + 50],
      }),
    );
    for (const [index, [from, to]] of ranges.entries()) {
      const expected = countsOf(within(from * SLOT_MS, to * SLOT_MS), of);
      assert.deepEqual(bySlots.points.get(index), expected, `slots ${index}`);
    }
    assertBreakdown(bySlots.breakdowns, 'outcome', within(START, START + 50 * SLOT_MS), of);
    assertBreakdown(bySlots.breakdowns, 'language', own, of);
    assert.deepEqual(bySlots.days, total);

    const filters = new Map<Dimension, string>([
      ['language', 'de'],
      ['platform', 'iphone'],
    ]);
    const byDays = await reader.count(
      countQuery({
        in: 'days',
        ranges: [
          [DAY, DAY + 1],
          [DAY + 1, DAY + 2],
        ],
        code,
        filters,
        by: ['kind'],
      }),
    );
    const passing = own.filter(({ click }) => click.language === 'de' && click.device === 'iphone');
    for (const day of [0, 1]) {
      const ofDay = passing.filter(({ click }) => dayOf(click.at) === DAY + day);
      assert.deepEqual(byDays.points.get(day), countsOf(ofDay, of), `day ${day}`);
    }
    assertBreakdown(byDays.breakdowns, 'kind', passing, of);

    const from = START + 3 * HOUR_MS + 1234;
    const minutes = Array.from({ length: 90 }, (_, i): Range => [
      from + i * 60_000,
      from + (i + 1) * 60_000,
    ]);
    const steps = [{ point: 0, slots: [slotOf(from), slotOf(from) + 7] as const }];
    const byMinutes = await reader.count(
      countQuery({ in: 'clicks', ranges: minutes, code, steps }),
    );
    const { store, opened, redeemed } = countsOf(
      within(slotOf(from) * SLOT_MS, (slotOf(from) + 7) * SLOT_MS),
      of,
    );
    for (const [index, [start, end]] of minutes.entries()) {
      const ofSteps =
        index === 0 ? { store, opened, redeemed } : { store: 0, opened: 0, redeemed: 0 };
      const found = byMinutes.points.get(index) ?? { clicks: 0, visitors: 0, other: 0, ...ofSteps };
      assert.deepEqual(
        found,
        { ...countsOf(within(start, end), of), ...ofSteps },
        `minute ${index}`,
      );
    }

    const rows = await exported(reader, code);
    const single = own.filter(({ click }) => click.kind === 'human' || click.kind === 'bot');
    assert.deepEqual(
      rows.map((row) => [row.at, row.code, row.outcome, row.visitor]),
      single.map(({ click, first }) => [
        click.at,
        click.code,
        click.outcome,
        Number(first.link) + 2 * Number(first.app),
      ]),
    );
  }
  const sums = [HOT, OTHER].map((code) => {
    const { other: _, ...sum } = countsOf(
      all.filter(({ click }) => click.code === code),
      'link',
    );
    return { code, ...sum };
  });
  const linkSums = async (limit: number) =>
    plain(await reader.linkSums({ app: APP, days: [DAY, DAY + 2], limit }));
  assert.deepEqual(await linkSums(2), sums);
  assert.deepEqual(await linkSums(1), sums.slice(0, 1));
  const ranked = plain(await reader.rankedLinks({ app: APP, days: [DAY, DAY + 2], limit: 2 }));
  assert.deepEqual(
    ranked,
    sums.map(({ code, clicks: count }) => ({ code, clicks: count })),
  );
  const days = await reader.linkDays({ app: APP, days: [DAY, DAY + 2], links: { codes: [OTHER] } });
  assert.deepEqual(
    sortedDays(days),
    [DAY, DAY + 1].map((day) => {
      const ofDay = all.filter(({ click }) => click.code === OTHER && dayOf(click.at) === day);
      const { other: _, ...sum } = countsOf(ofDay, 'link');
      return { code: OTHER, day, ...sum };
    }),
  );
}

function assertBreakdown(
  found: ReadonlyMap<Dimension, readonly ({ readonly value: string } & Counts)[]>,
  name: 'kind' | 'outcome' | 'language',
  rows: readonly True[],
  of: 'app' | 'link',
): void {
  const clicks = rows.filter(({ click }) => click.kind === 'human' || click.kind === 'bot');
  const expected = [...new Set(clicks.map(({ click }) => click[name] ?? ''))].map((value) => {
    const {
      clicks: count,
      visitors,
      other,
    } = countsOf(
      clicks.filter(({ click }) => (click[name] ?? '') === value),
      of,
    );
    return { value, clicks: count, visitors, other };
  });
  expected.sort((a, b) => b.clicks - a.clicks || b.other - a.other || (a.value < b.value ? -1 : 1));
  assert.deepEqual(found.get(name), expected, name);
}
