import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ClientOptions } from '@smartlink/client';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import type { Ledger } from './ledger.ts';
import { describeSdkInBrowser, METADATA } from './sdk-in-browser.ts';
import { openTab, type ErrorFacts, type Site } from './site.ts';

// Tests calls from one page. Reloads and several tabs are tested in chromium-tabs.test.ts.

/** For calls that cannot succeed: shorter than the pause after a refusal, and long enough on a busy machine. */
const SHORT_LIMIT_MS = 10_000;

describeSdkInBrowser('the SDK in Chromium', ({ browser, shared, inPage, link }) => {
  let service: Service;
  let ledger: Ledger;
  let site: Site;
  let options: ClientOptions;
  before(() => {
    ({ service, ledger, site, options } = shared);
  });

  inPage('redeems', async (tab) => {
    const input = await link(2);
    const redemption = await tab.run(
      ({ sdk }, { options: own, code }) => sdk.createClient(own).redeem(code),
      input,
    );
    const { code } = input;
    const [{ id: redemptionId } = assert.fail()] = ledger.entries(code);
    assert.deepEqual(redemption, {
      code,
      metadata: METADATA,
      redemptions: 1,
      redeemLimit: 2,
      redemptionId,
    });
    assert.equal(ledger.count(code), 1);
  });

  inPage('reports that the limit is reached', async (tab) => {
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

  inPage('reads errors from another origin', async (tab) => {
    const { code } = await link();
    await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { state: 'disabled' },
    });
    for (const [requested, status, name] of [
      [code, 410, 'GoneError'],
      ['BCDFGHJK', 404, 'NotFoundError'],
    ] as const) {
      for (const method of ['redeem', 'resolve'] as const) {
        const { error } = await tab.attempt(
          async ({ sdk }, input) => sdk.createClient(input.options)[input.method](input.code),
          { options, method, code: requested },
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

  it('reads the waiting time after too many unknown codes', async () => {
    const strict = await startService({ MISSES_PER_MINUTE: '1' });
    const context = await browser().newContext();
    const tab = await openTab(context, site.origin);
    const own = {
      baseUrl: strict.url,
      token: strict.owner.tokens.web,
      giveUpAfterMs: SHORT_LIMIT_MS,
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

  inPage('reads why a link cannot be created or retrieved', async (tab) => {
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

  inPage('refuses server tokens, and addresses without a scheme', async (tab) => {
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
    // The call above sends no request, but `inPage` expects one.
    await tab.run(({ sdk }, own) => sdk.createClient(own).create({ uri: 'a' }), options);
  });

  it('CORS allows other origins what pages need on the open paths, and nothing on other paths', async () => {
    const context = await browser().newContext();
    const { page } = await openTab(context, site.origin);
    const { code } = await link();
    const { web, server } = service.owner.tokens;
    /**
     * What `fetch` in the page receives: the status and the headers that the page may read, or an
     * error.
     */
    const fetched = (path: string, request: object): Promise<Record<string, unknown>> =>
      page.evaluate(`fetch(${JSON.stringify(service.url + path)}, ${JSON.stringify(request)}).then(
        (answer) => ({ status: answer.status, ...Object.fromEntries(answer.headers) }),
        (error) => ({ error: error.name }),
      )`);
    const headers = { authorization: `Token ${web}`, 'content-type': 'application/json' };
    const create = { method: 'POST', headers, body: '{"uri":"products/5"}' };
    const created = await fetched('/v2/smartlinks', create);
    assert.equal(created.status, 201);
    assert.match(String(created.location), /\/v2\/smartlinks\/\w+$/);
    const got = await fetched(`/v2/smartlinks/${code}`, { headers });
    assert.deepEqual([got.status, typeof got.etag], [200, 'string']);
    const again = { ...headers, 'if-none-match': got.etag };
    assert.equal((await fetched(`/v2/smartlinks/${code}`, { headers: again })).status, 304);
    for (const request of [{ method: 'PUT' }, { method: 'DELETE' }]) {
      // The preflight response allows only GET and POST.
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

  it('reports an opened app once, also if the page was offline and was opened again', async () => {
    const { code } = await service.create({ uri: 'products/5' });
    const context = await browser().newContext();
    let tab = await openTab(context, site.origin);
    const opened = async (): Promise<number> => {
      const path = `/manage/v1/smartlinks/${code}/clicks`;
      return (await service.request('GET', path)).json.funnel.opened as number;
    };
    const input = { own: options, url: `com.shop.app://product/6?smartlink=${code}` };
    const open = () =>
      tab.run(async ({ sdk, localStorage }, { own, url }) => {
        const client = sdk.createClient({ ...own, storage: localStorage }).otherwise(() => {});
        return client.open(url);
      }, input);
    const requests = { open: 0, lastAt: 0 };
    const count = (by: number) => (): void => {
      requests.open += by;
      requests.lastAt = performance.now();
    };
    tab.page
      .on('request', count(1))
      .on('requestfailed', count(-1))
      .on('requestfinished', count(-1));
    await context.setOffline(true);
    assert.equal(await open(), true);
    assert.equal(await open(), true);
    // A page that closes can be online again for a moment.
    const isQuiet = (): boolean =>
      requests.lastAt > 0 && requests.open === 0 && performance.now() - requests.lastAt > 1000;
    await eventually('no report is on its way', isQuiet);
    // Closed while it is offline: otherwise it would send the reports again by itself.
    await tab.page.close();
    await context.setOffline(false);
    tab = await openTab(context, site.origin);
    assert.equal(await opened(), 0);
    await tab.run(async ({ sdk, localStorage }, { own }) => {
      await sdk.createClient({ ...own, storage: localStorage }).resume();
    }, input);
    await eventually('both are counted', async () => (await opened()) === 2);
    await tab.page.reload();
    await tab.page.waitForFunction('window.sdk');
    assert.equal(await open(), true);
    await eventually('the third one is counted', async () => (await opened()) === 3);
    await context.close();
  });

  it('opens links under another host than that of the API, later also offline', async () => {
    const other = await startService({ SMARTLINK_BASE: 'https://link.example/l' });
    await other.apply(SHOP);
    await other.apply({ apps: [{ name: 'shop', hosts: ['go.shop.example'] }] });
    await other.app.catchUp();
    const { code, address } = await other.create({ uri: 'products/5' });
    assert.equal(address, `https://link.example/l/${code}`);
    const context = await browser().newContext();
    const tab = await openTab(context, site.origin);
    const own = {
      baseUrl: other.url,
      token: other.owner.tokens.web,
      giveUpAfterMs: SHORT_LIMIT_MS,
      // The browser would complain about one that is sent while it goes offline.
      reportOpens: false,
    };
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
    const requested: string[] = [];
    tab.page.on('request', (request) => {
      if (request.method() === 'GET') requested.push(new URL(request.url()).pathname);
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
    assert.deepEqual(requested.splice(0), ['/client/v1/app', resolve, resolve]);
    await tab.page.reload();
    await tab.page.waitForFunction('window.sdk');
    requested.splice(0);
    assert.deepEqual(await open([address]), [`5 ${code}`]);
    assert.deepEqual(requested, [resolve], 'the stored data is used after a reload');
    await context.setOffline(true);
    assert.deepEqual(await open([`https://evil.example/l/${code}`]), [`l/${code} null`]);
    assert.deepEqual(tab.complaints, []);
    await context.close();
  });
});
