import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_SIZE } from '../../src/storage/clicks/batch.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { MAX_APP_PROFILES, MAX_LINK_PROFILES } from '../../src/storage/clicks/profile-limits.ts';
import { allEqual, sumsOf } from './click-store.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

describe('referrers that a program makes up', () => {
  it('are counted together beyond a number per link, app and day', async () => {
    const { sql, another, reader } = await openClicksHere();
    let writer = new ClickWriter(sql, 'one', false);
    let seq = 0;
    let site = 0;
    const store = (code: (i: number) => string) => {
      const clicks = Array.from({ length: BATCH_SIZE }, (_, i) => ({
        at: NOW,
        code: code(i),
        referrer: `site-${site++}.example`,
      }));
      return writer.store(batchOf(clicks), ++seq, NOW);
    };
    await store(() => 'BCDFGHJK');
    const profiles = async (table: string): Promise<number> => {
      const [row] = await reader.rows<{ n: number }>(
        `select count(*) as n from ${table} where day = ${Math.floor(NOW / 86_400_000)}`,
      );
      return row?.n ?? 0;
    };
    assert.equal(await profiles('link_days'), MAX_LINK_PROFILES + 1);
    assert.equal(await profiles('app_days'), BATCH_SIZE);
    // A thread that has just started knows what the app has.
    writer = new ClickWriter(another(), 'one', false);
    for (let i = 0; i < 4; i++) await store((click) => `CODE${click % 2000}`);
    const before = site;
    assert.ok((await profiles('app_days')) <= MAX_APP_PROFILES + BATCH_SIZE);
    const [texts] = await reader.rows<{ n: number }>('select count(*) as n from click_texts');
    await store(() => 'BCDFGHJK');
    const [later] = await reader.rows<{ n: number }>('select count(*) as n from click_texts');
    assert.equal(later?.n, texts?.n, 'no text is stored that is not counted');
    assert.ok(site > before);
    assert.deepEqual(await sumsOf(reader), allEqual(site));
  });
});
