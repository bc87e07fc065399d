import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIMENSIONS, type Dimension } from '../../src/domain/click/click.ts';
import type { Counts, Range } from '../../src/domain/click/series.ts';
import { DAY_MS, slotOf } from '../../src/domain/click/slots.ts';
import type { Device } from '../../src/platform/rules.ts';
import type { ClickStore } from '../../src/storage/clicks/click-store.ts';
import type { ClickSettings } from '../../src/storage/clicks/clicks.ts';
import { openClicks } from '../../src/storage/clicks/open-clicks.ts';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { afterAll, proof } from '../harness.ts';
import { whileClockIsAhead } from '../clock-ahead.ts';
import { openClickStore } from '../store-clicks.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { clickEngines } from './click-engines.ts';
import {
  APP,
  countQuery,
  DAY,
  exported,
  HOT,
  HOUR_MS,
  lifetime,
  OTHER,
  sortedDays,
  START,
} from './click-questions.ts';
import { batchOf } from './click-thread-here.ts';
import { assertReports, open, someClicks } from './true-reports.ts';

// What each click store does, on all engines. Only its interface is used: `ClickStore` and `ClickReader`.

/** When the first day is over, and its key is destroyed on all engines. */
const AFTER_FIRST_DAY = START + DAY_MS + 2 * HOUR_MS;

/**
 * Repeats what exceeds the time limit of a statement, as the service does. On a busy machine, a statement of ClickHouse
 * can take several times as long.
 */
function patient(store: ClickStore): ClickStore {
  const repeated = async (work: () => Promise<void>): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || tries === 10) throw error;
        store.reset();
      }
    }
  };
  return {
    open: (now) => repeated(() => store.open(now)),
    store: (batch, seq, now) => repeated(() => store.store(batch, seq, now)),
    retain: (now) => repeated(() => store.retain(now)),
    reset: () => store.reset(),
    close: () => store.close(),
  };
}

for (const engine of await clickEngines()) {
  // A query of ClickHouse takes a hundred times as long as one of the others.
  const isShort = engine.name === 'ClickHouse' && !proof;

  describe(`clicks on ${engine.name}`, { skip: engine.skip ?? false }, () => {
    /** A new store. `instance` opens it once more, as another process does. */
    async function newStore(settings: Partial<ClickSettings> = {}) {
      const url = await engine.newClicksUrl();
      const instance = async (name?: string): Promise<ClickStore> => {
        const store = patient(await openClickStore(url, settings, name));
        afterAll(() => store.close());
        await store.open(START);
        return store;
      };
      const all = { ...CLICK_SETTINGS, ...settings };
      const postgres = { statementTimeoutMs: 120_000, preparedStatements: true };
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
      for (const day of isShort ? [1, 7] : [1, 2, 3, 4, 5, 6, 7]) {
        const now = START + day * DAY_MS + 2 * HOUR_MS;
        await second.retain(now);
        await second.store(batchOf([open('a', START + 1)]), day + 1, now);
        assert.equal(await opened(), 3);
      }
      for (const day of isShort ? [34] : [9, 10, 17, 18, 34]) {
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
      for (const days of isShort ? [1, 5] : [1, 2, 5]) {
        const now = START + days * DAY_MS + 2 * HOUR_MS;
        if (engine.name === 'SQLite') await store.retain(now);
        else await Promise.all(stores.map((one) => one.retain(now)));
        await assertReports(reader, clicks);
      }
    });

    it('a breakdown has the values with the highest counts of its order', async () => {
      const { store, reader } = await newStore();
      const clicks = (referrer: string, platform: Device, networks: readonly string[]) =>
        networks.map((network, i) => ({ at: START + i, referrer, device: platform, network }));
      const batch = [
        ...clicks('many.example', 'iphone', ['10.0.1', '10.0.1', '10.0.1', '10.0.1']),
        ...clicks('wide.example', 'ipad', ['10.0.2', '10.0.3']),
        ...clicks('bots.example', 'android', ['', '', '']).map((click) => ({
          ...click,
          kind: 'bot' as const,
          isHashed: false,
        })),
      ];
      await store.store(batchOf(batch), 1, START);
      const first = async (sort: keyof Counts, code?: string, slots?: Range) => {
        const { breakdowns } = await reader.count(
          countQuery({
            in: 'days',
            ranges: [[DAY, DAY + 1]],
            by: ['referrer', 'platform'],
            code,
            sort,
            limit: 1,
            ...(slots ? { slots } : {}),
          }),
        );
        return [...breakdowns.values()]
          .flat()
          .map(({ value }) => value)
          .toSorted();
      };
      for (const now of [START, AFTER_FIRST_DAY]) {
        await store.retain(now);
        for (const code of [undefined, HOT]) {
          for (const slots of [undefined, [slotOf(START), slotOf(START + DAY_MS)] as const]) {
            assert.deepEqual(await first('clicks', code, slots), ['iphone', 'many.example']);
            assert.deepEqual(await first('visitors', code, slots), ['ipad', 'wide.example']);
            assert.deepEqual(await first('other', code, slots), ['android', 'bots.example']);
          }
        }
      }
    });

    it('an export in many parts has all clicks and each first one, with redemptions between them', async () => {
      const { store, reader } = await newStore();
      const clicks = Array.from({ length: 15_000 }, (_, i) => {
        const click = { at: START + Math.floor(i / 3), code: i % 2 === 0 ? HOT : OTHER };
        if (i % 5 === 0) return { ...click, kind: 'redeem', outcome: '', isHashed: false } as const;
        return { ...click, network: `10.${Math.floor(i / 2) % 100}.${i % 90}` };
      });
      for (let from = 0; from < clicks.length; from += 5000) {
        await store.store(batchOf(clicks.slice(from, from + 5000)), from / 5000 + 1, START);
      }
      const assertExport = async (): Promise<void> => {
        for (const code of [undefined, OTHER]) {
          const seen = { link: new Set<string>(), app: new Set<string>() };
          let [firstOnLink, firstInApp, sent] = [0, 0, 0];
          for (const click of clicks) {
            if (!('network' in click)) continue;
            const isFirst = !seen.app.has(click.network);
            seen.app.add(click.network);
            if (code !== undefined && code !== click.code) continue;
            sent++;
            if (isFirst) firstInApp++;
            const visit = `${click.code} ${click.network}`;
            if (!seen.link.has(visit)) firstOnLink++;
            seen.link.add(visit);
          }
          const found = await exported(reader, code);
          const bits = [1, 2].map((bit) => found.filter(({ visitor }) => visitor & bit).length);
          assert.deepEqual([found.length, ...bits], [sent, firstOnLink, firstInApp]);
          const times = found.map(({ at }) => at);
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          );
        }
      };
      await assertExport();
      await store.retain(AFTER_FIRST_DAY);
      await assertExport();
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

    // A file of SQLite is on the same machine, so the clock is that of its database.
    if (engine.name !== 'SQLite') {
      it('an instance whose clock is 400 days ahead deletes nothing', async () => {
        const { store, reader } = await newStore();
        const now = Date.now();
        await store.store(batchOf([{ at: now }]), 1, now);
        await whileClockIsAhead(400 * DAY_MS, () => store.retain(Date.now()));
        assert.equal((await exported(reader)).length, 1);
        await store.retain(now + 400 * DAY_MS);
        assert.equal((await exported(reader)).length, 0);
      });
    }

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
