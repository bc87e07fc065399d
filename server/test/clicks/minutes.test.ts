import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Range } from '../../src/domain/click/series.ts';
import type { Database, Reader } from '../../src/storage/database.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { MAX_CLICK_POINTS, readCounts } from '../../src/storage/clicks/read-counts.ts';
import { clickYear } from '../manage/click-year.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { afterAll } from '../leftovers.ts';
import { newMigratedStore } from '../store.ts';
import { storeClicks } from '../store-clicks.ts';
import { APP, countQuery, HOUR_MS, START } from './click-questions.ts';

const MINUTE_MS = 60_000;
/** A day and the day before, in different months. */
const FROM = START - 24 * HOUR_MS;
const MINUTES = 2 * 24 * 60;

describe('the points of single clicks', () => {
  it('are read in parts, so that other reads need not wait for all of them', async () => {
    const DATABASE_URL = await newMigratedStore();
    const apps = [
      { id: APP, codes: ['One', 'Two'] },
      { id: 'large', codes: ['Three'] },
    ];
    const year = { from: FROM, to: FROM + MINUTES * MINUTE_MS, count: 4000, apps };
    const clicks = clickYear(year).map(({ click }) => click);
    await storeClicks(DATABASE_URL, clicks);
    const ranges = Array.from({ length: MINUTES }, (_, index): Range => {
      const start = FROM + index * MINUTE_MS;
      return [start, start + MINUTE_MS];
    });
    const db = await openedClicks(DATABASE_URL);
    const { reader, lengths } = watched(db);
    const { points } = await readCounts(reader, countQuery({ in: 'clicks', ranges }));
    const expected = new Map<number, number>();
    for (const { at } of clicks.filter(({ appId }) => appId === APP)) {
      const index = Math.floor((at - FROM) / MINUTE_MS);
      expected.set(index, (expected.get(index) ?? 0) + 1);
    }
    assert.deepEqual(
      new Map(Array.from(points, ([index, { clicks: some, other }]) => [index, some + other])),
      expected,
    );
    assert.equal(
      lengths.reduce((sum, length) => sum + length, 0),
      MINUTES,
    );
    assert.ok(Math.max(...lengths) <= MAX_CLICK_POINTS, lengths.join(' '));
  });
});

async function openedClicks(databaseUrl: string): Promise<Database> {
  const codes = { alphabet: 'x', length: 1 };
  const settings = { poolSize: 1, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(clicksUrlOf(databaseUrl), codes, settings);
  afterAll(() => db.close());
  return db;
}

/** A reader, and the numbers of points that it was asked for. */
function watched(db: Database): { readonly reader: Reader; readonly lengths: number[] } {
  const lengths: number[] = [];
  const all: Reader['all'] = (text, parameters = []) => {
    if (text.includes('cross join clicks')) {
      const lists = parameters.filter((value) => /^[[{]/.test(String(value)));
      const list = String(lists[0]).replaceAll(/\[(\d+),\d+\]/g, '$1');
      lengths.push(list.split(',').length);
    }
    return db.all(text, parameters);
  };
  const find: Reader['find'] = (text, parameters) => db.find(text, parameters);
  return { reader: { engine: db.engine, all, find }, lengths };
}
