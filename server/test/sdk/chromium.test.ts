import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { ClientOptions } from '@smartlink/client';
import { describeInBrowser } from '../browser/open-browser.ts';
import { Random } from '../fuzz/random.ts';
import { SHOP, startService, temporaryFolder, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { FAULTS, startFaultyProxy } from './faulty-proxy.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openTab, startSite, type ErrorFacts, type Site, type Tab } from './site.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const METADATA = { coupon: 'WELCOME' };
/** Of two tabs at once: what goes wrong between them does so now and then. */
const ROUNDS = 12;
/** For calls that cannot succeed: enough for a second attempt. */
const IMPATIENT_MS = 900;

interface Input {
  readonly options: ClientOptions;
  readonly code: string;
}

describeInBrowser('the SDK in Chromium', (browser) => {
  let service: Service;
  let ledger: Ledger;
  let site: Site;
  let options: ClientOptions;

  before(async () => {
    const store = join(temporaryFolder(), 'smartlink.db');
    service = await startService({ DATABASE_URL: `sqlite:${store}` });
    await service.apply(SHOP);
    ledger = openLedger(store);
    site = await startSite();
    options = { baseUrl: service.url, token: service.owner.tokens.web };
  });

  /** Runs a test in a browser without a past; it must not complain, or ask anybody else. */
  const inPage = (
    title: string,
    test: (tab: Tab, context: BrowserContext) => Promise<void>,
  ): void => {
    it(title, async () => {
      const context = await browser().newContext();
      const tab = await openTab(context, site.origin);
      await test(tab, context);
      assert.deepEqual(tab.complaints, []);
      assert.deepEqual(
        [...tab.origins].filter((one) => one !== site.origin),
        [service.url],
      );
      await context.close();
    });
  };

  const link = async (redeem_limit?: number): Promise<Input> => {
    const made = await service.create({ uri: 'products/5', metadata: METADATA, redeem_limit });
    return { options, code: made.code };
  };

  inPage('redeems', async (tab) => {
    const input = await link(2);
    const redemption = await tab.run(
      ({ sdk }, { options: own, code }) => sdk.createClient(own).redeem(code),
      input,
    );
    const { code } = input;
    assert.deepEqual(redemption, { code, metadata: METADATA, redemptions: 1, redeemLimit: 2 });
    assert.equal(ledger.count(code), 1);
  });

  inPage('says that the limit is reached', async (tab) => {
    const input = await link(1);
    const { error } = await tab.attempt(async ({ sdk }, { options: own, code }) => {
      const client = sdk.createClient(own);
      await client.redeem(code);
      return client.redeem(code);
    }, input);
    assert.deepEqual(error, {
      name: 'RedeemLimitReachedError',
      code: 'redeem_limit_reached',
      status: 409,
      detail: 'The smart link can be redeemed once, and was.',
      redemptions: 1,
      redeemLimit: 1,
    } satisfies ErrorFacts);
    assert.equal(ledger.count(input.code), 1);
  });

  inPage('resolves', async (tab) => {
    const input = await link();
    const resolved = await tab.run(
      ({ sdk }, { options: own, code }) => sdk.createClient(own).resolve(code),
      input,
    );
    const route = { link: 'https://shop.example/p/5', fallback: '' };
    assert.deepEqual(resolved, { code: input.code, route });
  });

  inPage('opens the address of a smart link, and a deep link', async (tab) => {
    const input = await link();
    const seen = await tab.run(async ({ sdk }, { options: own, code }) => {
      const by: unknown[] = [];
      const client = sdk
        .createClient(own)
        .map('p/:id', async ({ params, smartlink, metadata }) =>
          by.push(params.id, smartlink, await metadata()),
        )
        .map('product/:id', async ({ params, query, metadata }) =>
          by.push(params.id, query.from, await metadata()),
        )
        .otherwise(({ path }) => by.push(path));
      const open = async (url: string) => ({ opened: await client.open(url), by: by.splice(0) });
      return [
        await open(`${own.baseUrl}/${code}`),
        await open(`com.shop.app://product/6?from=mail&smartlink=${code}`),
        await open('https://shop.example/about'),
      ];
    }, input);
    assert.deepEqual(seen, [
      { opened: true, by: ['5', input.code, METADATA] },
      { opened: true, by: ['6', 'mail', METADATA] },
      { opened: true, by: ['about'] },
    ]);
    assert.equal(ledger.count(input.code), 2);
  });

  inPage('reads refusals of another origin', async (tab) => {
    const { code } = await link();
    await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { state: 'disabled' },
    });
    for (const [asked, status, name] of [
      [code, 410, 'GoneError'],
      ['BCDFGHJK', 404, 'NotFoundError'],
    ] as const) {
      for (const method of ['redeem', 'resolve'] as const) {
        const { error } = await tab.attempt(
          async ({ sdk }, input) => sdk.createClient(input.options)[input.method](input.code),
          { options, method, code: asked },
        );
        assert.deepEqual([error?.status, error?.name], [status, name], method);
      }
    }
    const { error } = await tab.attempt(
      ({ sdk }, own) => sdk.createClient(own).redeem('BCDFGHJK'),
      { ...options, token: 'sl_web_nobodys' },
    );
    assert.deepEqual([error?.status, error?.name], [401, 'UnauthorizedError']);
  });

  it('reads when to come again after too many codes that are not there', async () => {
    const strict = await startService({ MISSES_PER_MINUTE: '1' });
    const context = await browser().newContext();
    const tab = await openTab(context, site.origin);
    const own = {
      baseUrl: strict.url,
      token: strict.owner.tokens.web,
      giveUpAfterMs: IMPATIENT_MS,
    };
    const missed = () =>
      tab.attempt(({ sdk }, input) => sdk.createClient(input).resolve('BCDFGHJK'), own);
    assert.equal((await missed()).error?.status, 404);
    const { error } = await missed();
    assert.deepEqual([error?.name, error?.status], ['TooManyMissesError', 429]);
    assert.ok(Number(error?.retryAfterSeconds) > 0 && Number(error?.retryAfterSeconds) <= 60);
    assert.deepEqual(tab.complaints, []);
    await context.close();
  });

  /** Lets the service answer redemptions, and keeps the answers from the page until it is reloaded. */
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
        // Not before: what is held back would be let go.
        await page.unroute(path);
      },
    };
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

  inPage('finishes after a reload what the page had begun', async (tab) => {
    const { code } = await link();
    const held = await holdAnswers(tab);
    await begin(tab, { options, code });
    await held.granted(1);
    assert.equal(ledger.count(code), 1);
    await held.reload();
    const redemption = { code, metadata: METADATA, redemptions: 1, redeemLimit: null };
    assert.deepEqual(await resume(tab), { resumed: [{ code, redemption }], left: 0 });
    assert.deepEqual(await resume(tab), { resumed: [], left: 0 });
    assert.equal(ledger.count(code), 1);
  });

  inPage(
    'two tabs that redeem once at the same moment are one redemption',
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
    'two tabs that begin at the same moment lose nothing that is open',
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

  it('makes and retrieves links on pages of the same origin only', async () => {
    const context = await browser().newContext();
    const there = await openTab(context, site.origin);
    const home = await startSite();
    home.pass(service.url, '/v2/', '/client/');
    const here = await openTab(context, home.origin);
    const { code } = await link();
    const create = (tab: Tab, baseUrl: string) =>
      tab.attempt(({ sdk }, own) => sdk.createClient(own).create({ uri: 'from/a/page' }), {
        ...options,
        baseUrl,
        giveUpAfterMs: IMPATIENT_MS,
      });
    const get = (tab: Tab, baseUrl: string) =>
      tab.attempt(({ sdk }, input) => sdk.createClient(input.options).get(input.code), {
        code,
        options: { ...options, baseUrl, giveUpAfterMs: IMPATIENT_MS },
      });

    for (const { error } of [await create(there, service.url), await get(there, service.url)]) {
      assert.deepEqual([error?.name, error?.status], ['NetworkError', 0]);
    }
    assert.deepEqual(ledger.links('from/a/page'), []);

    const created = await create(here, home.origin);
    assert.deepEqual(ledger.links('from/a/page'), [created.value?.code]);
    const retrieved = await get(here, home.origin);
    assert.deepEqual(retrieved.value?.routes, {
      web: { link: 'https://shop.example/p/5', fallback: '' },
    });
    assert.deepEqual([...here.origins], [home.origin]);
    assert.deepEqual(here.complaints, []);
    // The browser says why it kept the answers of the other origin to itself.
    for (const complaint of there.complaints)
      assert.match(complaint, /CORS policy|net::ERR_FAILED/);
    await context.close();
  });

  it('counts once through a network that breaks everything', async (t) => {
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
    await eventually('the last copy', async () => {
      await proxy.settled();
      return ledger.count(code) === redemptions.length;
    });
    const counts = redemptions.map((one) => one?.redemptions ?? 0).toSorted((a, b) => a - b);
    assert.deepEqual(
      counts,
      ledger.entries(code).map((entry) => entry.redemptions),
    );
    const faults = FAULTS.reduce((all, fault) => all + proxy.happened[fault], 0);
    t.diagnostic(`${redemptions.length} redemptions, seed ${SEED}: ${faults} faults`);
    assert.ok(faults > redemptions.length / 2, 'the network was not bad enough');
    await context.close();
  });
});
