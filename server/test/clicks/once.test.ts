import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_SIZE } from '../../src/storage/clicks/batch.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { ENGINE } from '../store.ts';
import { allEqual, rawRows, sumsOf } from './click-store.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

describe('a batch', () => {
  it('that is sent again is counted once, also by a thread that has just started', async () => {
    const { sql, another, reader } = await openClicksHere();
    const batch = batchOf([{ at: NOW }, { at: NOW, code: 'CDFGHJKL' }, { at: NOW, kind: 'bot' }]);
    await new ClickWriter(sql, 'one', true).store(batch, 1, NOW);
    await new ClickWriter(another(), 'one', true).store(batch, 1, NOW);
    assert.deepEqual(await sumsOf(reader), allEqual(3));
    const writer = new ClickWriter(sql, 'one', true);
    await writer.store(batch, 2, NOW);
    await new ClickWriter(another(), 'another', true).store(batch, 1, NOW);
    assert.deepEqual(await sumsOf(reader), allEqual(9));
    assert.equal(await rawRows(reader), 9);
    const [app] = await reader.rows(
      "select visitors from app_totals t join click_texts k on k.id = t.kind where k.text = 'human'",
    );
    assert.deepEqual(app, { visitors: 1 });
  });

  it('that fails changes nothing, and can be stored afterwards', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', true);
    const batch = batchOf([{ at: NOW }, { at: NOW, code: 'CDFGHJKL' }]);
    await sql.migration((tx) => tx.script('alter table day_links rename to hidden'));
    await assert.rejects(writer.store(batch, 1, NOW), { name: 'StoreUnavailable' });
    writer.reset();
    assert.deepEqual(await sumsOf(reader), allEqual(0));
    await sql.migration((tx) => tx.script('alter table hidden rename to day_links'));
    await writer.store(batch, 1, NOW);
    assert.deepEqual(await sumsOf(reader), allEqual(2));
  });
});

describe('many writers', () => {
  it('count the same links at the same time without conflicts', async () => {
    const { sql, another, reader } = await openClicksHere();
    const writers = ENGINE === 'postgres' ? 4 : 1;
    const batches = 6;
    await Promise.all(
      Array.from({ length: writers }, async (_, number) => {
        const writer = new ClickWriter(number === 0 ? sql : another(), `writer ${number}`, true);
        for (let seq = 1; seq <= batches; seq++) {
          const clicks = Array.from({ length: BATCH_SIZE }, (__, i) => ({
            at: NOW + i,
            // In another order for each writer.
            code: `CODE${String((i * (number * 2 + 7)) % 997).padStart(4, '0')}`,
            network: `10.${number}.${i % 50}`,
            referrer: `site-${(i * (number + 3)) % 40}.example`,
          }));
          await writer.store(batchOf(clicks), seq, NOW);
        }
      }),
    );
    assert.deepEqual(await sumsOf(reader), allEqual(writers * batches * BATCH_SIZE));
    const [app] = await reader.rows<{ visitors: number }>('select visitors from app_totals');
    assert.equal(app?.visitors, writers * 50);
  });
});
