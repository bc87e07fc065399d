import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { ClientOptions } from '@smartlink/client';
import { Random } from '#server/test/fuzz/random.ts';
import { SHOP, startService, temporaryFolder, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
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
      detail: 'The redemption limit (1) has been reached.',
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

  inPage('creates and retrieves links on a page of another origin', async (tab) => {
    const created = await tab.run(
      ({ sdk }, own) =>
        sdk.createClient(own).create({ uri: 'products/7', metadata: { a: '1' }, redeemLimit: 1 }),
      options,
    );
    assert.deepEqual(ledger.links('products/7'), [created.code]);
    assert.deepEqual(
      [created.created, created.smartlink],
      [true, `${service.url}/${created.code}`],
    );
    const retrieved = await tab.run(
      ({ sdk }, input) => sdk.createClient(input.options).get(input.smartlink),
      { options, smartlink: created.smartlink },
    );
    assert.deepEqual(retrieved, {
      code: created.code,
      tags: [],
      routes: { web: { link: 'https://shop.example/p/7', fallback: '' } },
    });
  });

  inPage('reads why a link is not created or retrieved', async (tab) => {
    const wrong = { ...options, token: 'sl_web_nobodys' };
    for (const [own, uri, status, name] of [
      [options, '', 422, 'ValidationFailedError'],
      [options, 'x'.repeat(70_000), 413, 'PayloadTooLargeError'],
      [wrong, 'a', 401, 'UnauthorizedError'],
    ] as const) {
      const { error } = await tab.attempt(
        ({ sdk }, input) => sdk.createClient(input.own).create({ uri: input.uri }),
        { own, uri },
      );
      assert.deepEqual([error?.status, error?.name], [status, name]);
      if (status !== 422) continue;
      const { error: reused } = await tab.attempt(async ({ sdk }, client) => {
        const { create } = sdk.createClient(client);
        await create({ uri: 'a' }, { idempotencyKey: 'key 1' });
        return create({ uri: 'b' }, { idempotencyKey: 'key 1' });
      }, options);
      assert.equal(reused?.name, 'IdempotencyKeyReusedError');
    }
    const { error } = await tab.attempt(
      ({ sdk }, own) => sdk.createClient(own).get('BCDFGHJK'),
      options,
    );
    assert.deepEqual([error?.status, error?.name], [404, 'NotFoundError']);
  });

  inPage('takes no server token, and no address without a scheme', async (tab) => {
    const secret = { baseUrl: service.url, token: service.owner.tokens.server };
    for (const [own, message] of [
      [secret, /^This token is secret/],
      [{ ...options, baseUrl: new URL(service.url).host }, /Did you mean "http:\/\/127\./],
    ] as const) {
      const thrown = await tab.run(({ sdk }, client) => {
        try {
          sdk.createClient(client);
          return 'nothing';
        } catch (error) {
          return (error as Error).message;
        }
      }, own);
      assert.match(thrown, message);
    }
    // It asked nobody; what follows is for the check of `inPage`.
    await tab.run(({ sdk }, own) => sdk.createClient(own).create({ uri: 'a' }), options);
  });

  it('another origin gets what pages need of the open paths, and nothing of the others', async () => {
    const context = await browser().newContext();
    const { page } = await openTab(context, site.origin);
    const { code } = await link();
    const { web, server } = service.owner.tokens;
    /** What `fetch` in the page gets: a status and the headers that it may see, or an error. */
    const fetched = (path: string, request: object): Promise<Record<string, unknown>> =>
      page.evaluate(`fetch(${JSON.stringify(service.url + path)}, ${JSON.stringify(request)}).then(
        (answer) => ({ status: answer.status, ...Object.fromEntries(answer.headers) }),
        (error) => ({ error: error.name }),
      )`);
    const headers = { authorization: `Token ${web}`, 'content-type': 'application/json' };
    const create = { method: 'POST', headers, body: '{"uri":"products/5"}' };
    const made = await fetched('/v2/smartlinks', create);
    assert.equal(made.status, 201);
    assert.match(String(made.location), /\/v2\/smartlinks\/\w+$/);
    const got = await fetched(`/v2/smartlinks/${code}`, { headers });
    assert.deepEqual([got.status, typeof got.etag], [200, 'string']);
    const again = { ...headers, 'if-none-match': got.etag };
    assert.equal((await fetched(`/v2/smartlinks/${code}`, { headers: again })).status, 304);
    for (const request of [{ method: 'PUT' }, { method: 'DELETE' }]) {
      // The preflight request names GET and POST alone.
      assert.deepEqual(await fetched('/v2/smartlinks', { ...request, headers }), {
        error: 'TypeError',
      });
    }
    const withCookies = { ...create, credentials: 'include' };
    assert.deepEqual(await fetched('/v2/smartlinks', withCookies), { error: 'TypeError' });
    const secret = { headers: { authorization: `Token ${server}` } };
    for (const path of ['/manage/v1/smartlinks', '/manage/v1/app', '/openapi.json', '/health/live'])
      assert.deepEqual(await fetched(path, secret), { error: 'TypeError' }, path);
    await context.close();
  });

  it('opens links of another host than that of the API, also offline later', async () => {
    const other = await startService({ SMARTLINK_BASE: 'https://link.example/l' });
    await other.apply(SHOP);
    await other.apply({ apps: [{ name: 'shop', hosts: ['go.shop.example'] }] });
    await other.app.catchUp();
    const { code, address } = await other.create({ uri: 'products/5' });
    assert.equal(address, `https://link.example/l/${code}`);
    const context = await browser().newContext();
    const tab = await openTab(context, site.origin);
    const own = { baseUrl: other.url, token: other.owner.tokens.web, giveUpAfterMs: IMPATIENT_MS };
    const open = (urls: readonly string[]) =>
      tab.run(
        async ({ sdk, localStorage }, input) => {
          const seen: string[] = [];
          const client = sdk
            .createClient({ ...input.own, storage: localStorage })
            .map('p/:id', ({ params, smartlink }) => seen.push(`${params.id} ${smartlink}`))
            .otherwise(({ path, smartlink }) => seen.push(`${path} ${smartlink}`));
          for (const url of input.urls) await client.open(url);
          return seen;
        },
        { own, urls },
      );
    const asked: string[] = [];
    tab.page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
    });
    assert.deepEqual(
      await open([
        address,
        `https://go.shop.example/l/${code}`,
        `https://evil.example/l/${code}`,
        'https://shop.example/p/9',
      ]),
      [`5 ${code}`, `5 ${code}`, `l/${code} null`, '9 null'],
    );
    const resolve = `/client/v1/smartlinks/${code}`;
    assert.deepEqual(asked.splice(0), ['/client/v1/app', resolve, resolve]);
    await tab.page.reload();
    await tab.page.waitForFunction('window.sdk');
    asked.splice(0);
    assert.deepEqual(await open([address]), [`5 ${code}`]);
    assert.deepEqual(asked, [resolve], 'what is known outlives the page');
    await context.setOffline(true);
    assert.deepEqual(await open([`https://evil.example/l/${code}`]), [`l/${code} null`]);
    assert.deepEqual(tab.complaints, []);
    await context.close();
  });

  /** Opens a deep link in a page that ends before the answer is there. */
  const openInterrupted = async (tab: Tab, code: string): Promise<void> => {
    const held = await holdAnswers(tab);
    await tab.run(
      ({ sdk, localStorage }, input) => {
        const client = sdk.createClient({ ...input.options, storage: localStorage });
        client.map('product/:id', ({ metadata }) => metadata());
        void client.open(`com.shop.app://product/6?from=mail&smartlink=${input.code}`);
      },
      { options, code },
    );
    await held.granted(1);
    await held.reload();
  };
  /** Resumes; what its handler got, what was returned, and how much is stored after it. */
  const resumeMapped = (tab: Tab, pattern: string) =>
    tab.run(
      async ({ sdk, localStorage }, input) => {
        const got: unknown[] = [];
        const client = sdk.createClient({ ...input.options, storage: localStorage });
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

  inPage('gives what was interrupted back to its handler after a reload', async (tab) => {
    const { code } = await link();
    await openInterrupted(tab, code);
    const waiting = await resumeMapped(tab, 'another/:id');
    assert.deepEqual([waiting.got, waiting.resumed, waiting.left > 0], [[], [], true]);
    const redemption = { code, metadata: METADATA, redemptions: 1, redeemLimit: null };
    assert.deepEqual(await resumeMapped(tab, 'product/:id'), {
      got: [{ params: { id: '6' }, query: { from: 'mail' }, resumed: true, coupon: METADATA }],
      resumed: [{ code, redemption }],
      left: 0,
    });
    assert.equal(ledger.count(code), 1);
  });

  inPage('two tabs that start together call the handler once', async (tab, context) => {
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

  inPage('a handler that is at work is not called in another tab', async (tab, context) => {
    const other = await openTab(context, site.origin);
    const { code } = await link();
    await tab.run(
      async ({ sdk, localStorage }, input) => {
        const client = sdk.createClient({ ...input.options, storage: localStorage });
        // At work for as long as the page is there.
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
    // The tab is closed in the middle of it: the other one goes on.
    await tab.page.reload();
    await tab.page.waitForFunction('window.sdk');
    const after = await resumeMapped(other, 'product/:id');
    assert.deepEqual([after.got.length, after.left], [1, 0]);
    assert.equal(ledger.count(code), 1);
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
    const issues = FAULTS.reduce((all, issue) => all + proxy.happened[issue], 0);
    t.diagnostic(`${redemptions.length} redemptions, seed ${SEED}: ${issues} faults`);
    assert.ok(issues > redemptions.length / 2, 'the network was not bad enough');
    await context.close();
  });
});
