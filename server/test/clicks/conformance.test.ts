import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIMENSIONS, type Dimension } from '../../src/domain/click/click.ts';
import type { Counts, Range } from '../../src/domain/click/series.ts';
import { DAY_MS, dayOf, SLOT_MS, slotOf } from '../../src/domain/click/slots.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import type {
  ClickReader,
  CountQuery,
  ExportedClick,
} from '../../src/storage/clicks/click-reader.ts';
import type { ClickStore } from '../../src/storage/clicks/click-store.ts';
import type { ClickSettings } from '../../src/storage/clicks/clicks.ts';
import { openClicks } from '../../src/storage/clicks/open-clicks.ts';
import { afterAll } from '../harness.ts';
import { openClickStore } from '../store-clicks.ts';
import { clickEngines } from './click-engines.ts';
import { batchOf } from './click-thread-here.ts';

// What each store of clicks does, on all engines. Only its interface is used: `ClickStore` and `ClickReader`.

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const DAY = dayOf(START);
const APP = 'shop';
const HOT = 'BCDFGHJK';
const OTHER = 'CDFGHJKL';
/** When the first day is over, and its key is destroyed on all engines. */
const AFTER_FIRST_DAY = START + DAY_MS + 2 * HOUR_MS;

type OpenClick = Partial<Click>;
const open = (id: string, at: number): OpenClick => ({
  kind: 'open',
  outcome: '',
  reportId: id,
  at,
  isHashed: false,
});

for (const engine of await clickEngines()) {
  describe(`clicks on ${engine.name}`, { skip: engine.skip ?? false }, () => {
    /** A new store. `instance` opens it once more, as another process does. */
    async function newStore(settings: Partial<ClickSettings> = {}) {
      const url = await engine.newClicksUrl();
      const instance = async (name?: string): Promise<ClickStore> => {
        const store = await openClickStore(url, settings, name);
        afterAll(() => store.close());
        await store.open(START);
        return store;
      };
      const all = {
        rawDays: 90,
        months: 25,
        respectGpc: true,
        flushSeconds: 1,
        countryFile: undefined,
        dataCenterFile: undefined,
        ...settings,
      };
      const postgres = { statementTimeoutMs: 30_000, preparedStatements: true };
      const options = { readerThreads: false, now: () => START };
      const store = await instance();
      const clicks = await openClicks(url, all, postgres, options);
      afterAll(() => clicks.close());
      return { store, instance, reader: clicks.reader };
    }

    it('a batch counts once, also if another thread sends it again', async () => {
      const { instance, reader } = await newStore();
      const batch = batchOf([
        { at: START },
        { at: START, code: OTHER },
        { at: START, kind: 'bot' },
      ]);
      const first = await instance('one');
      await first.store(batch, 1, START);
      await first.store(batch, 1, START);
      await (await instance('one')).store(batch, 1, START);
      assert.deepEqual(await lifetime(reader), { clicks: 2, visitors: 1, other: 1 });
      await first.store(batch, 2, START);
      await (await instance('another')).store(batch, 1, START);
      assert.deepEqual(await lifetime(reader), { clicks: 6, visitors: 1, other: 3 });
      assert.equal((await exported(reader)).length, 9);
    });

    it('a late batch counts once, also if it is sent again after the end of its day', async () => {
      const { store, reader } = await newStore();
      const batch = batchOf([{ at: START + DAY_MS - 1 }]);
      await store.store(batch, 1, START + DAY_MS + HOUR_MS - 1);
      await store.store(batch, 1, START + DAY_MS + HOUR_MS);
      assert.deepEqual(await lifetime(reader), { clicks: 1, visitors: 1, other: 0 });
    });

    it('a visitor counts once per day on each link and in the app, on all instances', async () => {
      const { store, instance, reader } = await newStore();
      const second = await instance();
      await store.store(batchOf([{ at: START + 5 }, { at: START + 6, code: OTHER }]), 1, START);
      await second.store(batchOf([{ at: START + 7 }, { at: START + 8, code: OTHER }]), 1, START);
      await second.store(batchOf([{ at: START + 9, network: '198.51.100' }]), 2, START);
      await store.store(batchOf([{ at: START + DAY_MS }]), 2, START + DAY_MS);
      await store.store(batchOf([{ at: START + 9, appId: 'books', code: 'DFGHJKLM' }]), 3, START);
      const expected = async (): Promise<void> => {
        assert.deepEqual(await lifetime(reader), { clicks: 6, visitors: 3, other: 0 });
        assert.deepEqual(await lifetime(reader, HOT), { clicks: 4, visitors: 3, other: 0 });
        assert.deepEqual(await lifetime(reader, OTHER), { clicks: 2, visitors: 1, other: 0 });
        const days = await reader.linkDays({ app: APP, days: [DAY, DAY + 2], links: { top: 9 } });
        assert.deepEqual(sortedDays(days), [
          { code: HOT, day: DAY, clicks: 3, visitors: 2, store: 0, opened: 0, redeemed: 0 },
          { code: HOT, day: DAY + 1, clicks: 1, visitors: 1, store: 0, opened: 0, redeemed: 0 },
          { code: OTHER, day: DAY, clicks: 2, visitors: 1, store: 0, opened: 0, redeemed: 0 },
        ]);
        const bits = (await exported(reader)).map(({ visitor }) => visitor);
        assert.deepEqual(bits, [3, 1, 0, 0, 3, 3]);
      };
      await expected();
      await second.retain(AFTER_FIRST_DAY);
      await expected();
    });

    it('a click without a hash is no visitor, nor is one whose day is over', async () => {
      const { store, reader } = await newStore();
      await store.store(
        batchOf([
          { at: START, isHashed: false },
          { at: START, network: '' },
        ]),
        1,
        START,
      );
      await store.store(batchOf([{ at: START }]), 2, AFTER_FIRST_DAY);
      await store.retain(AFTER_FIRST_DAY);
      await store.store(batchOf([{ at: START + 1 }]), 3, AFTER_FIRST_DAY);
      assert.deepEqual(await lifetime(reader), { clicks: 4, visitors: 0, other: 0 });
      const [day] = await reader.linkDays({ app: APP, days: [DAY, DAY + 1], links: { top: 1 } });
      assert.deepEqual([day?.day, day?.clicks], [DAY, 4]);
      await store.retain(AFTER_FIRST_DAY + DAY_MS);
      await store.retain(AFTER_FIRST_DAY + DAY_MS + HOUR_MS);
      assert.deepEqual(await lifetime(reader), { clicks: 4, visitors: 0, other: 0 });
      assert.equal((await exported(reader)).length, 4);
    });

    it('an opened app counts once, however often and to whom it is reported', async () => {
      const { store, instance, reader } = await newStore();
      const second = await instance();
      const opened = async (): Promise<number> => {
        const [link] = await reader.linkSums({ app: APP, days: [DAY, DAY + 40], limit: 9 });
        return link?.opened ?? 0;
      };
      await store.store(batchOf([open('a', START), open('a', START), open('b', START)]), 1, START);
      await second.store(batchOf([open('b', START), open('c', START)]), 1, START);
      assert.equal(await opened(), 3);
      // Each day until reports are discarded, while days are sealed.
      for (let day = 1; day <= 7; day++) {
        const now = START + day * DAY_MS + 2 * HOUR_MS;
        await second.retain(now);
        await second.store(batchOf([open('a', START + 1)]), day + 1, now);
        assert.equal(await opened(), 3);
      }
      for (const day of [9, 10, 17, 18, 34]) {
        await store.retain(START + day * DAY_MS + 2 * HOUR_MS);
        assert.equal(await opened(), 3, `after ${day} days`);
      }
      assert.deepEqual(await lifetime(reader), { clicks: 0, visitors: 0, other: 0 });
      assert.deepEqual(await exported(reader), []);
    });

    it('all numbers of a report are those of the clicks, before and after their days are sealed', async () => {
      const { store, instance, reader } = await newStore();
      const clicks = someClicks(700);
      const stores = [store, await instance(), await instance()];
      for (let from = 0; from < clicks.length; from += 100) {
        const [instanceOf = store, seq] = [stores[(from / 100) % 3], from / 100 + 1];
        await instanceOf.store(batchOf(clicks.slice(from, from + 100)), seq, clicks[from]?.at ?? 0);
      }
      await assertReports(reader, clicks);
      // The same by three instances at the same time, if their transactions can.
      for (const days of [1, 2, 5]) {
        const now = START + days * DAY_MS + 2 * HOUR_MS;
        if (engine.name === 'SQLite') await store.retain(now);
        else await Promise.all(stores.map((one) => one.retain(now)));
        await assertReports(reader, clicks);
      }
    });

    it('totals never decrease while single clicks and counts expire', async () => {
      const { store, reader } = await newStore();
      await store.store(
        batchOf([{ at: START }, { at: START + 1, network: '198.51.100' }]),
        1,
        START,
      );
      const all = { clicks: 2, visitors: 2, other: 0 };
      const state = async (days: number) => {
        for (const hours of [2, 3]) await store.retain(START + days * DAY_MS + hours * HOUR_MS);
        assert.deepEqual(await lifetime(reader), all);
        assert.deepEqual(await lifetime(reader, HOT), all);
        const links = await reader.rankedLinks({ app: APP, days: [DAY, DAY + 1], limit: 9 });
        return [(await exported(reader)).length, links[0]?.clicks ?? 0];
      };
      assert.deepEqual(await state(1), [2, 2]);
      assert.deepEqual(await state(89), [2, 2]);
      // On the other engines, at the end of the month.
      assert.deepEqual(await state(31 + 91), [0, 2]);
      const end = (Date.UTC(2028, 1, 1) - START) / DAY_MS;
      assert.deepEqual(await state(end - 1), [0, 2]);
      assert.deepEqual(await state(end + 1), [0, 0]);
      await store.store(
        batchOf([{ at: START + (end + 1) * DAY_MS }]),
        2,
        START + (end + 1) * DAY_MS,
      );
      assert.deepEqual(await lifetime(reader), { clicks: 3, visitors: 3, other: 0 });
    });

    it('with rawDays = 0 there are counts, but no single clicks', async () => {
      const { store, reader } = await newStore({ rawDays: 0 });
      await store.store(
        batchOf([{ at: START + 7 }, { at: START + 8, outcome: 'store' }]),
        1,
        START,
      );
      for (const now of [START, AFTER_FIRST_DAY]) {
        await store.retain(now);
        assert.deepEqual(await exported(reader), []);
        assert.deepEqual(await lifetime(reader), { clicks: 2, visitors: 1, other: 0 });
        const [link] = await reader.linkSums({ app: APP, days: [DAY, DAY + 1], limit: 9 });
        assert.equal(link?.store, 1);
      }
    });

    it('values are text, whatever they contain', async () => {
      const { store, reader } = await newStore();
      const values = [
        `'; drop table clicks; --`,
        '{app:String}',
        '\\',
        `"`,
        'tab\tend',
        '😀',
        '%',
        'null',
      ];
      await store.store(batchOf(values.map((referrer) => ({ at: START, referrer }))), 1, START);
      for (const now of [START, AFTER_FIRST_DAY]) {
        await store.retain(now);
        const found = (await exported(reader)).map(({ referrer }) => referrer);
        assert.deepEqual(found.toSorted(), values.toSorted());
        for (const value of values) {
          const filters = new Map<Dimension, string>([['referrer', value]]);
          const { breakdowns, points } = await reader.count(
            countQuery({ filters, by: ['referrer'], in: 'days', ranges: [[DAY, DAY + 1]] }),
          );
          assert.deepEqual(
            breakdowns.get('referrer')?.map((one) => one.value),
            [value],
          );
          assert.equal(points.get(0)?.clicks, 1);
        }
      }
      assert.equal((await reader.totals({ app: `'`, codes: [`'`, '\\'] })).size, 0);
    });

    it('an empty store has zeros', async () => {
      const { store, reader } = await newStore();
      await store.retain(START);
      assert.deepEqual(await lifetime(reader), { clicks: 0, visitors: 0, other: 0 });
      assert.deepEqual(await exported(reader), []);
      assert.deepEqual(await reader.linkSums({ app: APP, days: [DAY, DAY + 1], limit: 9 }), []);
      assert.deepEqual(
        await reader.linkDays({ app: APP, days: [DAY, DAY + 1], links: { codes: [HOT] } }),
        [],
      );
      assert.deepEqual(await reader.rankedLinks({ app: APP, days: [DAY, DAY + 1], limit: 9 }), []);
      const counted = await reader.count(
        countQuery({ by: DIMENSIONS, in: 'slots', ranges: [[0, 1]], code: HOT }),
      );
      assert.deepEqual([counted.points.size, counted.lifetime.clicks], [0, 0]);
    });
  });
}

async function lifetime(reader: ClickReader, code = ''): Promise<Counts> {
  const none = { clicks: 0, visitors: 0, other: 0 };
  const totals = (await reader.totals({ app: APP, codes: [code] })).get(code) ?? none;
  const { lifetime: same } = await reader.count(
    countQuery({ in: 'days', ranges: [[DAY, DAY + 1]], code: code === '' ? undefined : code }),
  );
  assert.deepEqual(same, totals);
  return totals;
}

async function exported(reader: ClickReader, code?: string): Promise<ExportedClick[]> {
  const query = { app: APP, code, from: START - DAY_MS, to: START + 4000 * DAY_MS };
  const all: ExportedClick[] = [];
  for await (const some of await reader.singleClicks(query)) all.push(...some);
  return all;
}

function countQuery(wanted: {
  readonly in: CountQuery['points']['in'];
  readonly ranges: readonly Range[];
  readonly by?: readonly Dimension[];
  readonly filters?: ReadonlyMap<Dimension, string>;
  readonly code?: string | undefined;
  readonly slots?: Range;
  readonly steps?: CountQuery['points']['steps'];
}): CountQuery {
  const { by = [], filters = new Map(), code, slots, ranges, steps = [] } = wanted;
  return {
    app: APP,
    code,
    filters,
    points: { in: wanted.in, ranges, steps },
    breakdowns: { by, limit: 50, days: [DAY, DAY + 3], slots },
  };
}

/** Rows of SQLite have no prototype. */
function plain<Row extends object>(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row }));
}

function sortedDays<Row extends { readonly code: string; readonly day: number }>(
  rows: readonly Row[],
): Row[] {
  return plain(rows).toSorted((a, b) =>
    a.code < b.code ? -1 : a.code > b.code ? 1 : a.day - b.day,
  );
}

/** Clicks of two days, redemptions and opened apps, oldest first, each at another time. */
function someClicks(count: number): Partial<Click>[] {
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
async function assertReports(
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
