import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ClientOptions } from '@smartlink/client';
import { Random } from '#server/test/fuzz/random.ts';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { FAILURES, startFaultyProxy } from './faulty-proxy.ts';
import type { Ledger } from './ledger.ts';
import { describeSdkInBrowser, METADATA, type Input } from './sdk-in-browser.ts';
import { openTab, type Site, type Tab } from './site.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** For tests with two tabs: a race condition shows only in some rounds. */
const ROUNDS = 12;

describeSdkInBrowser(
  'the SDK in several tabs and after a reload',
  ({ browser, shared, inPage, link }) => {
    let service: Service;
    let ledger: Ledger;
    let site: Site;
    let options: ClientOptions;
    before(() => {
      ({ service, ledger, site, options } = shared);
    });

    /**
     * Lets the service grant redemptions, but holds back its responses until the page is reloaded.
     */
    const holdAnswers = async ({ page }: Tab) => {
      const path = '**/client/v1/redemptions';
      let granted = 0;
      await page.route(path, async (route) => {
        await route.fetch();
        granted++;
      });
      return {
        granted: (count: number) => eventually('grants', () => granted >= count),
        reload: async () => {
          await page.reload();
          await page.waitForFunction('window.sdk');
          // Only now: `unroute` would deliver the responses that are held back.
          await page.unroute(path);
        },
      };
    };
    const redemptionOf = (code: string) => {
      const [{ id: redemptionId } = assert.fail()] = ledger.entries(code);
      return { code, metadata: METADATA, redemptions: 1, redeemLimit: null, redemptionId };
    };
    const begin = (tab: Tab, input: Input) =>
      tab.run(({ sdk, localStorage }, { options: own, code }) => {
        void sdk.createClient({ ...own, storage: localStorage }).redeem(code);
      }, input);
    const resume = (tab: Tab) =>
      tab.run(async ({ sdk, localStorage }, own) => {
        const resumed = await sdk.createClient({ ...own, storage: localStorage }).resume();
        return { resumed, left: localStorage.length };
      }, options);

    inPage('completes a started redemption after a reload', async (tab) => {
      const { code } = await link();
      const held = await holdAnswers(tab);
      await begin(tab, { options, code });
      await held.granted(1);
      assert.equal(ledger.count(code), 1);
      await held.reload();
      const redemption = redemptionOf(code);
      assert.deepEqual(await resume(tab), { resumed: [{ code, redemption }], left: 0 });
      assert.deepEqual(await resume(tab), { resumed: [], left: 0 });
      assert.equal(ledger.count(code), 1);
    });

    inPage(
      'two tabs that redeem with `once` at the same time are one redemption',
      async (tab, context) => {
        const other = await openTab(context, site.origin);
        for (let round = 0; round < ROUNDS; round++) {
          const input = await link();
          const answers = await Promise.all(
            [tab, other, tab, other].map((one) =>
              one.run(
                ({ sdk, localStorage }, { options: own, code }) =>
                  sdk.createClient({ ...own, storage: localStorage }).redeem(code, { once: true }),
                input,
              ),
            ),
          );
          assert.deepEqual(
            answers.map(({ redemptions }) => redemptions),
            [1, 1, 1, 1],
            `in round ${round + 1}`,
          );
          assert.equal(ledger.count(input.code), 1);
        }
        assert.deepEqual(other.complaints, []);
      },
    );

    inPage(
      'two tabs that start at the same time lose no pending redemption',
      async (tab, context) => {
        const other = await openTab(context, site.origin);
        for (let round = 0; round < ROUNDS / 2; round++) {
          const tabs = [tab, other] as const;
          const inputs = [await link(), await link()] as const;
          const held = await Promise.all(tabs.map(holdAnswers));
          await Promise.all(tabs.map((one, index) => begin(one, inputs[index]!)));
          await Promise.all(held.map(({ granted }) => granted(1)));
          await Promise.all(held.map(({ reload }) => reload()));
          const { resumed, left } = await resume(tab);
          assert.deepEqual(
            resumed.map(({ code }) => code).toSorted(),
            inputs.map(({ code }) => code).toSorted(),
            `in round ${round + 1}`,
          );
          assert.equal(left, 0);
          for (const { code } of inputs) assert.equal(ledger.count(code), 1);
        }
      },
    );

    /** Opens a deep link in a page that is reloaded before the response arrives. */
    const openInterrupted = async (tab: Tab, code: string): Promise<void> => {
      const held = await holdAnswers(tab);
      await tab.run(
        ({ sdk, localStorage }, input) => {
          const client = sdk.createClient({
            ...input.options,
            storage: localStorage,
            reportOpens: false,
          });
          client.map('product/:id', ({ metadata }) => metadata());
          void client.open(`com.shop.app://product/6?from=mail&smartlink=${input.code}`);
        },
        { options, code },
      );
      await held.granted(1);
      await held.reload();
    };
    /**
     * Resumes; returns what the handler received, what `resume` returned, and how many items remain
     * stored.
     */
    const resumeMapped = (tab: Tab, pattern: string) =>
      tab.run(
        async ({ sdk, localStorage }, input) => {
          const got: unknown[] = [];
          const client = sdk.createClient({
            ...input.options,
            storage: localStorage,
            reportOpens: false,
          });
          client.map(input.pattern, async ({ params, query, resumed, metadata }) =>
            got.push({
              params: { ...params },
              query: { ...query },
              resumed,
              coupon: await metadata(),
            }),
          );
          const resumed = await client.resume();
          return { got, resumed, left: localStorage.length };
        },
        { options, pattern },
      );

    inPage('returns an interrupted redemption to its handler after a reload', async (tab) => {
      const { code } = await link();
      await openInterrupted(tab, code);
      const waiting = await resumeMapped(tab, 'another/:id');
      assert.deepEqual([waiting.got, waiting.resumed, waiting.left > 0], [[], [], true]);
      const redemption = redemptionOf(code);
      assert.deepEqual(await resumeMapped(tab, 'product/:id'), {
        got: [{ params: { id: '6' }, query: { from: 'mail' }, resumed: true, coupon: METADATA }],
        resumed: [{ code, redemption }],
        left: 0,
      });
      assert.equal(ledger.count(code), 1);
    });

    inPage('two tabs that start at the same time call the handler once', async (tab, context) => {
      const other = await openTab(context, site.origin);
      for (let round = 0; round < ROUNDS / 2; round++) {
        const { code } = await link();
        await openInterrupted(tab, code);
        const both = await Promise.all([tab, other].map((one) => resumeMapped(one, 'product/:id')));
        assert.equal(both.flatMap(({ got }) => got).length, 1, `in round ${round + 1}`);
        assert.equal(ledger.count(code), 1);
      }
      assert.deepEqual(other.complaints, []);
    });

    inPage('a handler that is still running is not called in another tab', async (tab, context) => {
      const other = await openTab(context, site.origin);
      const { code } = await link();
      await tab.run(
        async ({ sdk, localStorage }, input) => {
          const client = sdk.createClient({
            ...input.options,
            storage: localStorage,
            reportOpens: false,
          });
          // The handler runs until the page is reloaded.
          const working = new Promise<void>((redeemed) => {
            client.map('product/:id', async ({ metadata }) => {
              await metadata();
              redeemed();
              await new Promise(() => {});
            });
          });
          void client.open(`com.shop.app://product/6?smartlink=${input.code}`);
          await working;
        },
        { options, code },
      );
      const beside = await resumeMapped(other, 'product/:id');
      assert.deepEqual([beside.got, beside.resumed], [[], []]);
      // The reload interrupts the handler, so the other tab calls its own handler.
      await tab.page.reload();
      await tab.page.waitForFunction('window.sdk');
      const after = await resumeMapped(other, 'product/:id');
      assert.deepEqual([after.got.length, after.left], [1, 0]);
      assert.equal(ledger.count(code), 1);
    });

    it('counts each redemption once over an unreliable network', async (t) => {
      const proxy = await startFaultyProxy(service.url, new Random(SEED));
      const context = await browser().newContext();
      const tab = await openTab(context, site.origin);
      const { code } = await link();
      const bad = { ...options, baseUrl: proxy.url, timeoutMs: 300, giveUpAfterMs: 2000 };
      const redemptions = await tab.run(
        async ({ sdk }, input) => {
          const one = async () => {
            const storage = sdk.memoryStorage();
            const client = sdk.createClient({ ...input.bad, storage });
            try {
              return await client.redeem(input.code);
            } catch {
              const [resumed] = await sdk.createClient({ ...input.good, storage }).resume();
              return resumed?.redemption;
            }
          };
          return Promise.all(Array.from({ length: 60 }, one));
        },
        { bad, good: options, code },
      );
      await eventually('the last delayed request', async () => {
        await proxy.settled();
        return ledger.count(code) === redemptions.length;
      });
      const counts = redemptions.map((one) => one?.redemptions ?? 0).toSorted((a, b) => a - b);
      assert.deepEqual(
        counts,
        ledger.entries(code).map((entry) => entry.redemptions),
      );
      const failures = FAILURES.reduce((all, failure) => all + proxy.counts[failure], 0);
      t.diagnostic(`${redemptions.length} redemptions, seed ${SEED}: ${failures} failures`);
      assert.ok(failures > redemptions.length / 2, 'too few requests failed');
      await context.close();
    });
  },
);
