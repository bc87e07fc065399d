import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { copyStore } from '../../src/actions/operate/copy-store.ts';
import { readConfig } from '../../src/config.ts';
import { clickTime } from '../../src/storage/clicks/click-time.ts';
import { CLICK_TABLES } from '../../src/storage/clicks/click-tables.ts';
import { monthsOf, monthTable } from '../../src/storage/clicks/months.ts';
import { openStore } from '../../src/store.ts';
import { clickOf } from '../clicks/click-thread-here.ts';
import { smartlink } from '../harness.ts';
import { newStore } from '../store.ts';
import { openClickSql, storeClicks } from '../store-clicks.ts';
import { copyWell, file, makeLinks } from './copies.ts';

const CLICKS = 20_000;
const START = Date.UTC(2026, 9, 31, 20);

/** Clicks of two months; many have the same millisecond. */
const CLICKS_OF_TWO_MONTHS = Array.from({ length: CLICKS }, (_, i) =>
  clickOf({
    at: START + Math.floor(i / 3) * 4000,
    code: `CODE${1000 + (i % 50)}`,
    network: `10.0.${i % 200}`,
    language: ['de', 'en', 'fr'][i % 3] ?? '',
    referrer: `site${i % 7}.example`,
  }),
);

/** All rows that a copy contains, by table, as text. */
async function clicksIn(url: string): Promise<Record<string, readonly string[]>> {
  const sql = openClickSql(url);
  const months = (await monthsOf(sql)).map(monthTable);
  const rows: Record<string, readonly string[]> = {};
  const queries = [
    ...CLICK_TABLES.map(({ name }) => [name, `select * from ${name}`] as const),
    ...months.map((name) => {
      const { at } = clickTime(sql.engine, name);
      return [name, `select ${at} as at, link, profile, visitor from ${name} r`] as const;
    }),
  ];
  for (const [name, query] of queries) {
    const found = await sql.all<Record<string, unknown>>(query);
    const columns = Object.keys(found[0] ?? {}).toSorted();
    rows[name] = found.map((row) => JSON.stringify(columns.map((one) => row[one]))).toSorted();
  }
  await sql.close();
  return rows;
}

async function totalIn(url: string): Promise<number> {
  const sql = openClickSql(url);
  const [row] = await sql.all<{ clicks: number }>('select sum(clicks) as clicks from app_totals');
  await sql.close();
  return Number(row?.clicks);
}

describe('a copy of the clicks', () => {
  const first = file();
  let original: Record<string, readonly string[]>;

  before(async () => {
    await makeLinks(first, 10);
    await storeClicks(first, CLICKS_OF_TWO_MONTHS);
    original = await clicksIn(first);
    for (const name of [
      'link_totals',
      'app_days',
      'day_links',
      'clicks_2026_10',
      'clicks_2026_11',
    ]) {
      assert.notEqual(original[name]?.length, 0, name);
    }
    assert.equal(await totalIn(first), CLICKS);
  });

  test('to PostgreSQL and back is complete, and counting goes on', async () => {
    let from = first;
    for (const to of [await newStore(), file()]) {
      const tables = await copyWell(from, to);
      assert.equal(tables.find(({ name }) => name === 'clicks_2026_11')?.to.rows, 9200);
      assert.deepEqual(await clicksIn(to), original);
      from = to;
    }
    // New labels and links get new numbers.
    for (const url of [await newStore(), file()]) {
      await copyWell(first, url);
      await storeClicks(url, [clickOf({ at: START + 1, code: 'NEW12345', language: 'pt' })]);
      assert.equal(await totalIn(url), CLICKS + 1);
      const after = await clicksIn(url);
      assert.equal(after['click_links']?.length, (original['click_links']?.length ?? 0) + 1);
    }
  });

  test('that was interrupted begins again', async () => {
    const to = await newStore();
    const [source, target] = await Promise.all(
      [first, to].map((url) => openStore(readConfig({ DATABASE_URL: url }))),
    );
    assert.ok(source && target);
    const clicks = { source: openClickSql(first), target: openClickSql(to) };
    const cut = copyStore(
      source.ctx,
      target.ctx,
      (done) => {
        if (done > CLICKS / 2) throw new Error('cut');
      },
      clicks,
    );
    await assert.rejects(cut, { message: 'cut' });
    for (const one of [source, target, clicks.source, clicks.target]) await one.close();
    assert.notEqual(await totalIn(to), 0);
    await copyWell(first, to);
    assert.deepEqual(await clicksIn(to), original);
  });

  test('is refused if the target has clicks', async () => {
    const to = await newStore();
    await storeClicks(to, CLICKS_OF_TWO_MONTHS.slice(0, 10));
    const ran = await smartlink(['copy', '--from', first, '--to', to], {});
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /contains data already/);
    assert.equal(await totalIn(to), 10);
  });

  test('is left out with CLICKS_URL, which both databases can use', async () => {
    const to = file();
    const CLICKS_URL = first.replace('.db', '-clicks.db');
    const ran = await smartlink(['copy', '--from', first, '--to', to], { CLICKS_URL });
    assert.equal(ran.code, 0, ran.stderr);
    assert.doesNotMatch(ran.stdout, /link_totals/);
    assert.equal(await totalIn(first), CLICKS);
  });
});
