import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClickSql } from '../../src/storage/clicks/click-sql.ts';
import { addSingleClicks, clicksOf } from '../../src/storage/clicks/click-tables.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { createMonth } from '../../src/storage/clicks/create-month.ts';
import { monthOf, monthTable } from '../../src/storage/clicks/months.ts';
import { orderClicks } from '../../src/storage/clicks/order-clicks.ts';
import { Retention } from '../../src/storage/clicks/retention.ts';
import { ENGINE } from '../store.ts';
import { rawTables } from './click-store.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

type Click = Readonly<Record<'at' | 'link' | 'profile' | 'visitor', number>>;

const START = Date.UTC(2026, 0, 1);
const END = Date.UTC(2026, 1, 1);
const MONTH = monthOf(START);

function clickAt(at: number, link: number): Click {
  return { at, link, profile: link + 1, visitor: link % 4 };
}

function inOrder(clicks: readonly Click[]): Click[] {
  return clicks.toSorted((a, b) => a.at - b.at || a.link - b.link);
}

/** In small pages, so that a page ends inside of a millisecond. */
async function stored(sql: ClickSql): Promise<Click[]> {
  const all: Click[] = [];
  for await (const rows of clicksOf(sql, MONTH, 7)) {
    all.push(...rows.map((row) => ({ ...row })));
  }
  return all;
}

describe('single clicks', () => {
  it('keep their times, whatever the order and however many have the same', async () => {
    const { sql } = await openClicksHere();
    await createMonth(sql, MONTH);
    const sent: Click[] = [];
    let seed = 1;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let batch = 0; batch < 60; batch++) {
      // Batches of several processes: some begin earlier than what is stored, and many times are equal.
      const from =
        [START, START + 1000 * batch, END - 40, START + next(60_000)][batch % 4] ?? START;
      const clicks = Array.from({ length: 1 + next(50) }, () =>
        clickAt(Math.min(END - 1, from + next(40)), sent.length + next(1000)),
      );
      await addSingleClicks(sql, MONTH, clicks);
      sent.push(...clicks);
    }
    const found = await stored(sql);
    assert.deepEqual(inOrder(found), inOrder(sent));
    assert.deepEqual(
      found.map(({ at }) => at),
      inOrder(sent).map(({ at }) => at),
    );
  });

  if (ENGINE === 'sqlite') {
    it('get the next millisecond if one has more than 65,536', async () => {
      const { sql } = await openClicksHere();
      await createMonth(sql, MONTH);
      const many = (at: number, count: number): Click[] =>
        Array.from({ length: count }, (_, link) => clickAt(at, link));
      await addSingleClicks(sql, MONTH, [clickAt(START + 1, 1), clickAt(START + 3, 3)]);
      for (const count of [40_000, 40_000]) await addSingleClicks(sql, MONTH, many(START, count));
      const counts = await sql.all<{ ms: number; n: number }>(
        `select id / 65536 as ms, count(*) as n from ${monthTable(MONTH)} group by 1 order by 1`,
      );
      assert.deepEqual(
        counts.map(({ ms, n }) => [ms, n]),
        [
          [0, 65_536],
          [1, 80_000 - 65_536 + 1],
          [3, 1],
        ],
      );
    });

    /** Creates a month as versions before 0006 do. */
    async function createUnordered(
      sql: ClickSql,
      month: number,
      clicks: readonly Click[],
    ): Promise<void> {
      const table = monthTable(month);
      await sql.migration(async (tx) => {
        await tx.script(
          `create table ${table} (at integer not null, link integer not null, profile integer not null, visitor integer not null);
           create index ${table}_at on ${table} (at)`,
        );
        for (const { at, link, profile, visitor } of clicks) {
          await tx.run(`insert into ${table} values (?, ?, ?, ?)`, [at, link, profile, visitor]);
        }
      });
    }

    async function assertOrdered(sql: ClickSql): Promise<void> {
      const left = await sql.all<object>(
        `select name from sqlite_master where name like '%unordered%' or name like '%_at'`,
      );
      assert.deepEqual(left, []);
    }

    it('are the same after the migration from tables with an index', async () => {
      const { sql } = await openClicksHere();
      const clicks = Array.from({ length: 5000 }, (_, n) =>
        clickAt(START + ((n * 7919) % 1000), n),
      ).concat(clickAt(END - 1, 1));
      await createUnordered(sql, MONTH, clicks);
      await sql.migration(orderClicks);
      assert.deepEqual(inOrder(await stored(sql)), inOrder(clicks));
      await assertOrdered(sql);
    });

    it('are stored in a month that a process of an earlier version has created since the migration', async () => {
      const { sql, another } = await openClicksHere();
      const early = [clickAt(START, 1), clickAt(START + 5, 2)];
      await createUnordered(another(), MONTH, early);
      await new ClickWriter(sql, 'one', true).store(batchOf([{ at: START + 7 }]), 1, START + 7);
      const found = await stored(sql);
      assert.deepEqual(found.slice(0, 2), early);
      assert.deepEqual(
        found.map(({ at }) => at),
        [START, START + 5, START + 7],
      );
      await assertOrdered(sql);
    });

    it('of such a month can be read after the hourly work, and expire', async () => {
      const { sql, another, reader } = await openClicksHere();
      const early = [clickAt(START, 1)];
      await createUnordered(another(), MONTH, early);
      await new Retention(sql, CLICK_SETTINGS).run(START);
      assert.deepEqual(await stored(sql), early);
      await createUnordered(another(), MONTH + 1, []);
      await new Retention(sql, { ...CLICK_SETTINGS, rawDays: 0 }).run(START);
      assert.deepEqual(await rawTables(reader), []);
    });
  }
});
