import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_SIZE } from '../../src/storage/clicks/batch.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { ClickRecorder } from '../../src/storage/clicks/recorder.ts';
import { afterAll } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE } from '../store.ts';
import { allEqual, rawRows, sumsOf } from './click-store.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { batchOf, clickOf, openClicksHere } from './click-thread-here.ts';

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
    const [app] = await reader.rows<{ visitors: number | string }>(
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

/** Triggers that reject a link. */
const REJECTED = 'CDFGHJKL';
const REJECT = {
  sqlite: `create trigger reject before insert on click_links when new.code = '${REJECTED}'
    begin select raise(abort, 'no'); end`,
  postgres: `create function reject() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger reject before insert on click_links for each row when (new.code = '${REJECTED}') execute function reject()`,
};

describe('a batch that is stored in parts', () => {
  it('counts as one, however often and in whichever parts it is sent again', async () => {
    const { sql, another, reader } = await openClicksHere();
    const open = { kind: 'open', outcome: '', isHashed: false, at: NOW } as const;
    const clicks = Array.from({ length: 1000 }, (_, i) => ({
      at: NOW + i,
      code: i === 700 ? REJECTED : `CODE000${i % 7}`,
      network: `10.0.${i % 30}`,
    }));
    // Reports in several parts, of which the second one repeats the first.
    const reports = ['a', 'a', 'b'].map((reportId) => ({ ...open, reportId }));
    const batch = batchOf([
      ...clicks.slice(0, 300),
      ...reports.slice(0, 1),
      ...clicks.slice(300),
      ...reports.slice(1),
    ]);
    await sql.migration((tx) => tx.script(REJECT[ENGINE]));
    const writer = new ClickWriter(sql, 'one', true);
    await assert.rejects(writer.store(batch, 1, NOW, 128));
    assert.deepEqual(await sumsOf(reader), allEqual(5 * 128), 'five parts');
    await sql.migration((tx) =>
      tx.script(`drop trigger reject ${ENGINE === 'postgres' ? 'on click_links' : ''}`),
    );
    // Another thread with larger parts, and the first one once more.
    await new ClickWriter(another(), 'one', true).store(batch, 1, NOW, 300);
    writer.reset();
    for (const maxRows of [128, 77, batch.size]) await writer.store(batch, 1, NOW, maxRows);
    assert.deepEqual(await sumsOf(reader), allEqual(1002));
    assert.equal(await rawRows(reader), 1000);
    const [app] = await reader.rows<{ visitors: number | string }>(
      'select sum(visitors) as visitors from app_totals where visitors > 0',
    );
    assert.equal(Number(app?.visitors), 30);
    await writer.store(batch, 2, NOW, 500);
    assert.deepEqual(await sumsOf(reader), allEqual(2002));
  });

  if (ENGINE === 'postgres') {
    it('is stored by a server that would need longer for all of it than a statement may take', async () => {
      const { sql, reader, url } = await openClicksHere();
      // A millisecond for each row, but in few pauses: on a busy machine, each one ends late.
      await sql.migration((tx) =>
        tx.script(
          `create function wait() returns trigger language plpgsql as
             'begin if new.at % 20 = 0 then perform pg_sleep(0.02); end if; return new; end';
           create trigger wait before insert on clicks for each row execute function wait()`,
        ),
      );
      const settings = { url, postgres: SLOW, settings: CLICK_SETTINGS };
      const recorder = new ClickRecorder(settings, () => NOW);
      afterAll(() => recorder.close());
      const logged: string[] = [];
      recorder.start((_, what) => void logged.push(what));
      const clicks = 2500;
      for (let i = 0; i < clicks; i++) recorder.record(clickOf({ at: NOW + i }));
      await eventually('all are stored', () => recorder.stats().stored === clicks, 60_000);
      assert.deepEqual(logged, ['clicks cannot be stored; retrying', 'clicks are stored again']);
      assert.deepEqual(await sumsOf(reader), allEqual(clicks));
      assert.equal(await rawRows(reader), clicks);
    });
  }
});

/** All clicks of the test need almost twice as long. */
const SLOW = { statementTimeoutMs: 1500, preparedStatements: true };

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
