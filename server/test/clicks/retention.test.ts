import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { ClickSql } from '../../src/storage/clicks/click-sql.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { firstKeptDay } from '../../src/domain/click/kept-days.ts';
import { Retention } from '../../src/storage/clicks/retention.ts';
import { startService } from '../harness.ts';
import { eventually, loadFactor } from '../processes.ts';
import { ENGINE, type DatabaseReader } from '../store.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { allEqual, rawRows, rawTables, sumsOf } from './click-store.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** The start of each stored quarter-hour, hour or day of a table, in milliseconds. */
async function starts(reader: DatabaseReader, table: string): Promise<number[]> {
  const rows = await reader.rows<{ slot: number }>(
    `select distinct slot from ${table} order by slot`,
  );
  return rows.map(({ slot }) => slot * 15 * 60_000);
}

async function rowsOf(reader: DatabaseReader, table: string): Promise<number> {
  const [row] = await reader.rows<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n ?? 0;
}

/** The same store, with something that happens after each of its transactions. */
function afterEach(sql: ClickSql, happen: () => Promise<void>): ClickSql {
  const transaction: ClickSql['transaction'] = async (work) => {
    const result = await sql.transaction(work);
    await happen();
    return result;
  };
  return new Proxy(sql, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('retention', () => {
  it('folds slots, deletes what has expired, and never changes a total', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    const retention = new Retention(sql, CLICK_SETTINGS);
    // Two days of clicks each 10 minutes, on three links, of two visitors.
    const clicks = Array.from({ length: 288 }, (_, i) => ({
      at: START + i * 600_000,
      code: `CODE000${i % 3}`,
      network: `10.0.${i % 2}`,
    }));
    await writer.store(batchOf(clicks.slice(0, 144)), 1, START + DAY_MS - 1);
    await writer.store(batchOf(clicks.slice(144)), 2, START + 2 * DAY_MS - 1);
    const totals = () => reader.rows('select * from link_totals order by link, kind');
    const [before, appBefore] = [await totals(), await reader.rows('select * from app_totals')];
    assert.deepEqual(await sumsOf(reader), allEqual(288));
    assert.equal((await starts(reader, 'link_slots')).length, 192);

    const at = async (days: number): Promise<void> => {
      await retention.run(START + days * DAY_MS);
      assert.deepEqual(await totals(), before);
      assert.deepEqual(await reader.rows('select * from app_totals'), appBefore);
    };
    await at(2);
    assert.equal(
      await rowsOf(reader, 'click_keys'),
      1,
      'for an hour, the key of yesterday is kept',
    );
    await at(2.05);
    assert.deepEqual([await rowsOf(reader, 'click_keys'), await rowsOf(reader, 'seen')], [0, 0]);
    assert.deepEqual(await sumsOf(reader), allEqual(288));
    assert.equal((await starts(reader, 'link_slots')).length, 192, 'nothing is old yet');

    await at(15);
    const hours = Array.from({ length: 24 }, (_, hour) => START + hour * HOUR_MS);
    for (const table of ['link_slots', 'app_slots']) {
      const found = await starts(reader, table);
      assert.deepEqual(found.slice(0, 24), hours, 'the first day is in hours');
      assert.equal(found.length, 24 + 96, 'the second day is still in quarter-hours');
    }
    await at(16);
    assert.equal((await starts(reader, 'link_slots')).length, 48);
    assert.deepEqual(await sumsOf(reader), allEqual(288));
    assert.equal(await rawRows(reader), 288);

    // 1 January and 90 days: the last day of the month expires on 1 May.
    await at(31 + 89);
    assert.equal(await rawRows(reader), 288);
    await at(31 + 90);
    assert.equal(await rawRows(reader), 0);
    assert.ok(!(await rawTables(reader)).includes('clicks_2026_01'));
    assert.deepEqual(await sumsOf(reader), allEqual(288));

    await at(365 + 31);
    assert.equal((await starts(reader, 'link_slots')).length, 48);
    await at(365 + 31 + 2);
    const days = [START + 10 * HOUR_MS, START + DAY_MS + 10 * HOUR_MS];
    assert.deepEqual(await starts(reader, 'link_slots'), days);
    assert.deepEqual(await starts(reader, 'app_slots'), days);
    assert.deepEqual(await sumsOf(reader), allEqual(288));

    // 25 months after 1 January 2026 is 1 February 2028.
    const end = (Date.UTC(2028, 1, 1) - START) / DAY_MS;
    await at(end);
    assert.deepEqual(await sumsOf(reader), allEqual(288));
    await at(end + 1);
    assert.equal((await sumsOf(reader)).link_slots, 144);
    await at(end + 2);
    assert.deepEqual(await sumsOf(reader), {
      ...allEqual(0),
      link_totals: 288,
      app_totals: 288,
    });
    assert.equal(await rowsOf(reader, 'day_links'), 0);
  });

  it('is not undone by a late report of an opened app, which would create the table of a month again', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    const late = { at: START, kind: 'open', reportId: 'r1' } as const;
    await writer.store(batchOf([late, { at: START + 40 * DAY_MS }]), 1, START + 40 * DAY_MS);
    assert.deepEqual(await rawTables(reader), ['clicks_2026_02']);
  });

  if (ENGINE === 'sqlite') {
    it('leaves no trace of the key of a day in its files', async () => {
      const { sql, reader, file } = await openClicksHere();
      assert.ok(file !== undefined);
      const writer = new ClickWriter(sql, 'one', true);
      const retention = new Retention(sql, CLICK_SETTINGS);
      const files = [file, `${file}-wal`];
      for (const seq of [1, 2]) {
        const at = START + seq * 4 * DAY_MS;
        // It creates the tables of months, after which all statements are compiled again.
        await retention.run(at);
        await writer.store(batchOf([{ at }]), seq, at);
        const [row] = await reader.rows<{ key: Uint8Array }>('select key from click_keys');
        const key = Buffer.from(row?.key ?? []);
        assert.equal(key.length, 32);
        const withKey = (): string[] => files.filter((path) => readFileSync(path).includes(key));
        assert.ok(withKey().length > 0, 'the key is not found at all');
        await retention.run(at + 2 * DAY_MS);
        assert.deepEqual(withKey(), [], `run ${seq}`);
      }
    });
  }

  if (ENGINE === 'sqlite') {
    it('deletes the clicks of a month in steps, before it drops the table', async () => {
      const { sql, reader } = await openClicksHere();
      const writer = new ClickWriter(sql, 'one', true);
      const clicks = Array.from({ length: 15_000 }, (_, n) => ({ at: START + n }));
      // More than three of the largest steps.
      for (const seq of [1, 2, 3, 4, 5]) await writer.store(batchOf(clicks), seq, START);
      const left: number[] = [];
      const watched = afterEach(sql, async () => void left.push(await rawRows(reader)));
      await new Retention(watched, CLICK_SETTINGS).run(START + 200 * DAY_MS);
      assert.ok(new Set(left).size > 3, left.join());
      assert.deepEqual(await rawTables(reader), ['clicks_2026_07'], 'the next one is created');
    });
  }

  if (ENGINE === 'sqlite') {
    it('goes on if another process drops the same months', async () => {
      const { sql, another, reader } = await openClicksHere();
      const writer = new ClickWriter(sql, 'one', true);
      const expired = [0, 31, 59].map((day) => ({ at: START + day * DAY_MS }));
      await writer.store(batchOf(expired), 1, START + 60 * DAY_MS);
      const now = START + 200 * DAY_MS;
      let others = 0;
      const beside = afterEach(sql, async () => {
        if (others > 0 || (await rawRows(reader)) === expired.length) return;
        others++;
        await new Retention(another(), CLICK_SETTINGS).run(now);
      });
      await new Retention(beside, CLICK_SETTINGS).run(now);
      assert.equal(others, 1);
      assert.deepEqual(await rawTables(reader), ['clicks_2026_07']);
    });
  }

  for (const [now, months, day] of [
    ['2026-03-31', 25, '2024-02-29'],
    ['2026-03-30', 25, '2024-02-29'],
    ['2026-03-28', 25, '2024-02-28'],
    ['2026-04-01', 25, '2024-03-01'],
    ['2026-03-31', 13, '2025-02-28'],
    ['2026-01-31', 1, '2025-12-31'],
    ['2026-05-31', 1, '2026-04-30'],
  ] as const) {
    it(`${months} months before ${now} is ${day}`, () => {
      const found = firstKeptDay(Date.parse(`${now}T23:59:59Z`), months);
      assert.equal(new Date(found * DAY_MS).toISOString().slice(0, 10), day);
    });
  }

  it('counts a late click without a hash, because the key of its day is destroyed', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    await writer.store(batchOf([{ at: START }]), 1, START + DAY_MS + 2 * HOUR_MS);
    const [row] = await reader.rows('select clicks, visitors from app_totals');
    assert.deepEqual(row, { clicks: 1, visitors: 0 });
    assert.equal(await rowsOf(reader, 'click_keys'), 0);
  });

  it('destroys a key that ends while a run takes long', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    await writer.store(batchOf([{ at: START }]), 1, START);
    const retention = new Retention(sql, CLICK_SETTINGS);
    const end = START + DAY_MS + HOUR_MS;
    await retention.run(end - 1);
    assert.equal(await rowsOf(reader, 'click_keys'), 1);
    const running = retention.run(end - 1);
    await Promise.all([running, retention.run(end)]);
    assert.equal(await rowsOf(reader, 'click_keys'), 0);
  });

  it('does what is left if a part of it fails, which is logged once', async () => {
    const { sql, reader, url } = await openClicksHere();
    const now = Date.now();
    await new ClickWriter(sql, 'one', true).store(batchOf([{ at: now - 400 * DAY_MS }]), 1, now);
    const rename = (from: string, to: string) =>
      sql.migration((tx) => tx.script(`alter table ${from} rename to ${to}`));
    await rename('report_ids', 'away');
    const logged: string[] = [];
    const write = (line: string): void => void logged.push(line);
    await startService({ CLICKS_URL: url }, { log: pino({ level: 'warn' }, { write }) });
    await eventually('it is logged', () => logged.length > 0);
    assert.match(logged.join(''), /report_ids.*old clicks could not be deleted/);
    assert.equal(await rawRows(reader), 0);
    assert.equal(await rowsOf(reader, 'click_folds'), 1);
    assert.equal(logged.length, 1);
  });

  if (ENGINE === 'postgres') {
    it('does not hold up clicks while a dump reads a month that has expired', async () => {
      const { sql, another, reader } = await openClicksHere();
      const writer = new ClickWriter(sql, 'one', true);
      await writer.store(batchOf([{ at: START }]), 1, START);
      await another().transaction(async (tx) => {
        await tx.all('select from clicks_2026_01');
        const began = performance.now();
        const run = new Retention(sql, CLICK_SETTINGS).run(START + 200 * DAY_MS);
        await assert.rejects(run, { message: /lock timeout/ });
        assert.ok(performance.now() - began < 5000 * loadFactor());
      });
      assert.equal(await rawRows(reader), 1);
      assert.equal((await reader.rows('select from sealed_days')).length, 1);
      await new Retention(sql, CLICK_SETTINGS).run(START + 200 * DAY_MS);
      assert.equal(await rawRows(reader), 0);
    });
  }

  if (ENGINE === 'postgres') {
    it('lets the planner of PostgreSQL know the newest days', async () => {
      const { sql, reader } = await openClicksHere();
      const retention = new Retention(sql, CLICK_SETTINGS);
      const writer = new ClickWriter(sql, 'one', true);
      const knownAfter = async (day: number): Promise<string | undefined> => {
        const click = { at: START + day * DAY_MS, code: 'CODE0000', network: '10.0.0' };
        await writer.store(batchOf([click]), day + 1, click.at);
        await retention.run(click.at);
        const [row] = await reader.rows<{ days: string }>(
          `select coalesce(histogram_bounds, most_common_vals)::text as days from pg_stats
           where tablename = 'app_days' and attname = 'day'`,
        );
        return row?.days;
      };
      const first = START / DAY_MS;
      // When the first day is sealed, by the process that does it.
      const known = [await knownAfter(0), await knownAfter(1), await knownAfter(2)];
      const days = `{${first},${first + 1},${first + 2}}`;
      assert.deepEqual(known, [undefined, undefined, days]);
    });
  }

  it('keeps the ids of reports for as long as clients repeat them', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    const open = { kind: 'open', outcome: '', reportId: 'a', at: START } as const;
    await writer.store(batchOf([open, open, { ...open, reportId: 'b' }]), 1, START);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
    const retention = new Retention(sql, CLICK_SETTINGS);
    await retention.run(START + 8 * DAY_MS);
    assert.equal(await rowsOf(reader, 'report_ids'), 2);
    await writer.store(batchOf([{ ...open, at: START + 8 * DAY_MS }]), 2, START + 8 * DAY_MS);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
    await retention.run(START + 10 * DAY_MS);
    assert.equal(await rowsOf(reader, 'report_ids'), 0);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
  });

  it('keeps the last batch of each process for a month, so that a repeated one is counted once', async () => {
    const { sql, reader } = await openClicksHere();
    const retention = new Retention(sql, CLICK_SETTINGS);
    const batch = batchOf([{ at: START }]);
    await new ClickWriter(sql, 'one', true).store(batch, 1, START);
    // The process does not know the outcome, and cannot reach the database for days.
    await retention.run(START + 29 * DAY_MS);
    await new ClickWriter(sql, 'one', true).store(batch, 1, START + 29 * DAY_MS);
    assert.deepEqual(await sumsOf(reader), allEqual(1));
    await retention.run(START + 31 * DAY_MS);
    assert.equal(await rowsOf(reader, 'click_writers'), 0);
  });

  it('deletes single clicks and stores no more with CLICKS_RAW_DAYS=0', async () => {
    const { sql, reader } = await openClicksHere();
    await new ClickWriter(sql, 'one', true).store(batchOf([{ at: START }]), 1, START);
    assert.equal(await rawRows(reader), 1);
    await new Retention(sql, { ...CLICK_SETTINGS, rawDays: 0 }).run(START);
    await new ClickWriter(sql, 'two', false).store(batchOf([{ at: START }]), 1, START);
    assert.equal(await rawRows(reader), 0);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
  });

  it('runs in one instance at a time on PostgreSQL, and stops when it is asked to', async () => {
    const { sql, another, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    await writer.store(batchOf([{ at: START }, { at: START + HOUR_MS / 2 }]), 1, START);
    const later = START + 20 * DAY_MS;
    // Two connections to a file in one thread would wait for each other.
    const stores = ENGINE === 'postgres' ? [sql, another(), another()] : [sql];
    const all = stores.map((one) => new Retention(one, CLICK_SETTINGS));
    await Promise.all(all.map((retention) => retention.run(later)));
    assert.deepEqual(await sumsOf(reader), allEqual(2));
    assert.equal((await starts(reader, 'link_slots')).length, 1);
    const [stopped] = all;
    await stopped?.stop();
    await stopped?.run(later + DAY_MS);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
  });
});
