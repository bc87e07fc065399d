import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIMENSIONS } from '../../src/domain/click/click.ts';
import { COUNTS, type Counts, type Range } from '../../src/domain/click/series.ts';
import { DAY_MS, dayOf, SLOTS_PER_DAY } from '../../src/domain/click/slots.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import type { Counted } from '../../src/storage/clicks/click-reader.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { Retention } from '../../src/storage/clicks/retention.ts';
import { sealDay } from '../../src/storage/clicks/seal-days.ts';
import { sqlReader } from '../../src/storage/clicks/sql-reader.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { afterAll } from '../harness.ts';
import { ENGINE, type DatabaseReader } from '../store.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

const START = Date.UTC(2026, 0, 1);
const DAYS = 5;
const NOW = START + (DAYS - 1) * DAY_MS + DAY_MS / 2;
const FIRST_DAY = dayOf(START);

/** Clicks of two apps with many values, oldest first, from a day on. */
function clicksFrom(start: number, count: number): Partial<Click>[] {
  return Array.from({ length: count }, (_, i) => ({
    at: start + Math.floor((i * DAY_MS) / 2 / count),
    appId: i % 9 === 0 ? 'books' : 'shop',
    code: i % 9 === 0 ? 'BOOKS000' : `CODE000${i % 4}`,
    kind:
      (['human', 'human', 'bot', 'open', 'human', 'redeem', 'preview'] as const)[i % 7] ?? 'bot',
    outcome: (['redirect', 'store', 'gone'] as const)[i % 3] ?? 'gone',
    device: i % 2 === 0 ? 'iphone' : 'desktop',
    language: ['de', 'en', ''][i % 3] ?? '',
    referrer: i % 5 === 0 ? '' : `site-${i % 11}.example`,
    campaign: { campaign: `spring-${i % 3}`, source: i % 2 === 0 ? 'news' : '', medium: 'mail' },
    network: `10.${start % 7}.${i % 23}`,
    isHashed: i % 7 !== 2,
  }));
}

interface Reports {
  /**
   * The breakdowns of an app by all dimensions, by UTC days from the first day on, `to` is not included. `slots`: a period
   * in quarter-hours, by which the dimensions that have them are counted.
   */
  count(
    app: string,
    from: number,
    to: number,
    slots?: Range,
    sort?: keyof Counts,
  ): Promise<Counted>;
}

async function reportsOf(url: string): Promise<Reports> {
  const settings = { statementTimeoutMs: 30_000, preparedStatements: true, poolSize: 1 };
  const db = await openDatabase(url, { alphabet: 'x', length: 1 }, settings);
  afterAll(() => db.close());
  const reader = sqlReader(db);
  return {
    count: (app, from, to, slots, sort = 'clicks') =>
      reader.count({
        app,
        code: undefined,
        filters: new Map(),
        points: { in: 'slots', ranges: [], steps: [] },
        breakdowns: {
          by: DIMENSIONS,
          limit: 50,
          sort,
          days: [FIRST_DAY + from, FIRST_DAY + to],
          slots,
        },
      }),
  };
}

/** Periods that begin and end at midnight in UTC, or not, or are shorter than a day. */
function periodsInSlots(): Range[] {
  const start = FIRST_DAY * SLOTS_PER_DAY;
  return (
    [
      [0, DAYS * SLOTS_PER_DAY],
      [-4, DAYS * SLOTS_PER_DAY - 4],
      [SLOTS_PER_DAY, 2 * SLOTS_PER_DAY],
      [SLOTS_PER_DAY + 1, 2 * SLOTS_PER_DAY + 7],
      [SLOTS_PER_DAY + 4, SLOTS_PER_DAY + 24],
      [2 * SLOTS_PER_DAY - 50, 2 * SLOTS_PER_DAY + 8],
    ] as const
  ).map(([from, to]) => [start + from, start + to]);
}

/** Two stores with the same clicks; nothing is ever sealed in the second one. */
async function openTwo() {
  const [sealed, open] = [await openClicksHere(), await openClicksHere()];
  const writers = [sealed, open].map(({ sql }) => new ClickWriter(sql, 'one', false));
  let seq = 0;
  const [ofSealed, ofOpen] = [await reportsOf(sealed.url), await reportsOf(open.url)];
  return {
    ...sealed,
    store: async (clicks: readonly Partial<Click>[], now: number): Promise<void> => {
      seq++;
      for (const writer of writers) await writer.store(batchOf(clicks), seq, now);
    },
    /** Compares all reports of both stores. */
    compare: async (): Promise<void> => {
      for (const app of ['shop', 'books', 'nothing']) {
        for (const [from, to] of [
          [0, DAYS],
          [0, 1],
          [1, 3],
          [DAYS - 2, DAYS],
          [2, 2],
        ] as const) {
          assert.deepEqual(
            await ofSealed.count(app, from, to),
            await ofOpen.count(app, from, to),
            `${app}, days ${from} to ${to}`,
          );
        }
        for (const sort of COUNTS) {
          const all = [
            undefined,
            [FIRST_DAY * SLOTS_PER_DAY, (FIRST_DAY + DAYS) * SLOTS_PER_DAY],
          ] as const;
          for (const slots of all) {
            assert.deepEqual(
              await ofSealed.count(app, 0, DAYS, slots, sort),
              await ofOpen.count(app, 0, DAYS, slots, sort),
              `${app}, by ${sort}`,
            );
          }
        }
        for (const slots of periodsInSlots()) {
          assert.deepEqual(
            await ofSealed.count(app, 0, DAYS, slots),
            await ofOpen.count(app, 0, DAYS, slots),
            `${app}, quarter-hours ${slots.join(' to ')}`,
          );
        }
      }
    },
    openStore: open,
  };
}

async function sealedDays(reader: DatabaseReader): Promise<number[]> {
  const rows = await reader.rows<{ day: number }>(
    `select distinct s.day from sealed_days s
     join click_texts t on t.id = s.app where t.text = 'shop' and s.is_sealed = 1 order by s.day`,
  );
  return rows.map(({ day }) => day - FIRST_DAY);
}

describe('sealed days', () => {
  it('have the same reports as the combinations that they are made of', async () => {
    const { store, compare, sql, reader } = await openTwo();
    for (let day = 0; day < DAYS; day++) {
      await store(clicksFrom(START + day * DAY_MS, 400), START + day * DAY_MS + DAY_MS / 2);
    }
    await compare();
    await new Retention(sql, CLICK_SETTINGS).run(NOW);
    assert.deepEqual(await sealedDays(reader), [0, 1, 2], 'yesterday and today can still change');
    await compare();
    // The reports do not read the combinations of sealed days.
    const [row] = await reader.rows<{ n: number }>(
      `select count(*) as n from app_day_values where dimension = 'referrer' and day < ${FIRST_DAY + 3}`,
    );
    assert.ok(Number(row?.n) > 20);
  });

  it('count clicks that arrive late, and are sealed again on the next day', async () => {
    const { store, compare, sql, reader } = await openTwo();
    for (const day of [0, 1, 2, 3, 4]) {
      await store(clicksFrom(START + day * DAY_MS, 100), START + day * DAY_MS + DAY_MS / 2);
    }
    const retention = new Retention(sql, CLICK_SETTINGS);
    await retention.run(NOW);
    await store(clicksFrom(START + DAY_MS + 1000, 50), NOW);
    assert.deepEqual(await sealedDays(reader), [0, 2]);
    await compare();
    await retention.run(NOW + 3_600_000);
    assert.deepEqual(await sealedDays(reader), [0, 2], 'once a day');
    await retention.run(NOW + DAY_MS);
    assert.deepEqual(await sealedDays(reader), [0, 1, 2, 3]);
    await compare();
    // Reports of opened apps change no sums.
    const open = { kind: 'open', outcome: '', reportId: 'a', at: START + DAY_MS } as const;
    await store([open], NOW + DAY_MS);
    assert.deepEqual(await sealedDays(reader), [0, 1, 2, 3]);
    await compare();
  });

  it('are deleted with the combinations', async () => {
    const { store, sql, reader } = await openTwo();
    await store(clicksFrom(START, 50), START);
    await new Retention(sql, CLICK_SETTINGS).run(NOW);
    assert.deepEqual(await sealedDays(reader), [0]);
    await new Retention(sql, CLICK_SETTINGS).run(Date.UTC(2028, 2, 1));
    for (const table of ['app_days', 'app_day_values', 'sealed_days']) {
      const [row] = await reader.rows<{ n: number }>(`select count(*) as n from ${table}`);
      assert.equal(Number(row?.n), 0, table);
    }
  });

  // On SQLite, one process writes at a time.
  if (ENGINE === 'sqlite') return;
  it('lose no click of another instance that arrives while they are sealed', async () => {
    const { store, compare, another, openStore, sql, reader } = await openTwo();
    await store(clicksFrom(START, 200), START);
    const [row] = await reader.rows<{ id: number }>(
      "select id from click_texts where text = 'shop'",
    );
    const late = new ClickWriter(another(), 'two', false);
    const lateOfOpen = new ClickWriter(openStore.sql, 'two', false);
    for (let seq = 1; seq <= 40; seq++) {
      const batch = () => batchOf(clicksFrom(START + seq * 1000, 30));
      await Promise.all([
        late.store(batch(), seq, NOW),
        sql.transaction((tx) => sealDay(tx, { app: row?.id ?? 0, day: FIRST_DAY })),
      ]);
      await lateOfOpen.store(batch(), seq, NOW);
      // A click that was lost would be missing later too.
      if (seq % 10 === 0) await compare();
    }
  });
});
