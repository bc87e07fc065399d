import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CallOptions, Client, ClientOptions, Opening } from './index.ts';
import {
  BASE,
  clientOf,
  CODE,
  errorOf,
  mockTime,
  passTime,
  problem,
  redeemed,
  Script,
  type Step,
} from '../test/scripted.ts';

const resolved = (link: string | null): Step => ({
  status: 200,
  body: { code: CODE, route: link === null ? null : { link, fallback: '' } },
});

/** A client with handlers that record their arguments. */
function recording(script: Script): { client: Client; seen: [string, Opening][] } {
  const seen: [string, Opening][] = [];
  const client = clientOf(script)
    .map('product/:id', (opening) => seen.push(['product', opening]))
    .map('blog/*post', (opening) => seen.push(['blog', opening]))
    .otherwise((opening) => seen.push(['otherwise', opening]));
  return { client, seen };
}

describe('what rules of a link depend on', () => {
  const PATH = '/client/v1/smartlinks/H7kTq2Rb';
  const LINK = `${BASE}/${CODE}`;
  const cases: readonly (readonly [url: string, appVersion: string | undefined, query: string])[] =
    [
      [LINK, undefined, ''],
      [`${LINK}?src=mail&x=%26#y?z=1`, undefined, '?app_version=&query=src%3Dmail%26x%3D%2526'],
      [LINK, '5.2.1', '?app_version=5.2.1&query='],
      [`${LINK}/?a`, '5 &', '?app_version=5%20%26&query=a'],
      [`${LINK}?a=ü\ud800`, undefined, '?app_version=&query=a%3D%C3%BC'],
      [`${LINK}?${'ü'.repeat(2000)}`, undefined, `?app_version=&query=${'%C3%BC'.repeat(999)}`],
    ];
  for (const [url, appVersion, query] of cases) {
    it(`is sent for ${url.slice(0, 60)} and version ${appVersion}`, async () => {
      const script = new Script(resolved('product/5'), resolved('product/5'));
      const client = clientOf(script, { appVersion });
      client.otherwise(() => {});
      await client.open(url);
      await client.resolve(url);
      assert.deepEqual(
        script.sent.map(({ url: sent }) => sent),
        [BASE + PATH + query, BASE + PATH + query],
      );
    });
  }
});

describe('open', () => {
  const OPENED: readonly [
    url: string,
    handler: string,
    params: object,
    query: object,
    smartlink: string | null,
  ][] = [
    ['com.shop.app://product/5?x=1&smartlink=H7kTq2Rb', 'product', { id: '5' }, { x: '1' }, CODE],
    ['com.shop.app://product/5', 'product', { id: '5' }, {}, null],
    ['https://shop.example/product/5?smartlink=H7kTq2Rb', 'product', { id: '5' }, {}, CODE],
    ['/blog/2026/winter%20sale', 'blog', { post: '2026/winter sale' }, {}, null],
    ['com.shop.app://else/where?x=1', 'otherwise', {}, { x: '1' }, null],
    ['', 'otherwise', {}, {}, null],
  ];
  for (const [url, handler, params, query, smartlink] of OPENED) {
    it(`calls the handler ${handler} for ${url || 'an empty URL'}`, async () => {
      const { client, seen } = recording(new Script());
      assert.equal(await client.open(url), true);
      const [[name, opening] = assert.fail()] = seen;
      assert.equal(name, handler);
      assert.deepEqual({ ...opening.params }, params);
      assert.deepEqual({ ...opening.query }, query);
      assert.equal(opening.smartlink, smartlink);
      assert.equal(opening.url, url);
    });
  }

  it('requests the route of a smart link once and opens it', async () => {
    const script = new Script(resolved(`com.shop.app://product/5?x=1&smartlink=other1`));
    const { client, seen } = recording(script);
    assert.equal(await client.open(`${BASE}/${CODE}?utm=1`), true);
    const [[name, opening] = assert.fail()] = seen;
    assert.equal(
      script.sent[0]?.url,
      `${BASE}/client/v1/smartlinks/${CODE}?app_version=&query=utm%3D1`,
    );
    assert.deepEqual([name, opening.path, opening.smartlink], ['product', 'product/5', CODE]);
    assert.deepEqual({ ...opening.query }, { x: '1' });
  });

  it('does not follow a route that is another smart link', async () => {
    const { client, seen } = recording(new Script(resolved(`${BASE}/Another1`)));
    assert.equal(await client.open(`${BASE}/${CODE}`), true);
    assert.deepEqual([seen[0]?.[0], seen[0]?.[1].path], ['otherwise', 'Another1']);
  });

  it('calls the default handler for a smart link without a route', async () => {
    const script = new Script(resolved(null), redeemed());
    const { client, seen } = recording(script);
    client.map(':any', () => assert.fail('a code is no path'));
    assert.equal(await client.open(`${BASE}/${CODE}`), true);
    assert.equal(seen[0]?.[0], 'otherwise');
    assert.deepEqual(await seen[0]?.[1].metadata(), { coupon: 'WELCOME' });
  });

  it('rejects for an unknown smart link', async () => {
    const { client } = recording(new Script(problem(404, 'not_found')));
    assert.equal((await errorOf(client.open(`${BASE}/${CODE}`))).code, 'not_found');
  });

  it('treats no web address as a smart link with links: []', async () => {
    const client = clientOf(new Script(), { links: [] }).map(':page', ({ params }) => {
      assert.equal(params.page, CODE);
    });
    assert.equal(await client.open(`${BASE}/${CODE}`), true);
  });

  it('returns false without a handler', async () => {
    assert.equal(await clientOf(new Script()).open('com.shop.app://x'), false);
  });

  it('waits for the handler and rejects with its error', async () => {
    const client = clientOf(new Script());
    let finished = false;
    client.map('slow', async () => {
      await new Promise(setImmediate);
      finished = true;
    });
    client.map('bad', () => {
      throw new RangeError('mine');
    });
    await client.open('slow');
    assert.ok(finished);
    assert.equal((await errorOf(client.open('bad'))).message, 'mine');
  });
});

describe('the limits of open', () => {
  const LINK = `${BASE}/${CODE}`;
  const many = (step: Step): Step[] => Array.from({ length: 100 }, () => step);
  const noHandler = () => assert.fail('the handler was called');

  /** Opens a link with mocked time; returns the code of the error and how long it took. */
  async function fail(
    t: TestContext,
    step: Step,
    options: Partial<ClientOptions> = {},
    call?: CallOptions,
  ) {
    mockTime(t);
    const started = Date.now();
    const client = clientOf(new Script(...many(step)), options).otherwise(noHandler);
    const { code } = await passTime(t.mock.timers, errorOf(client.open(LINK, call)));
    return { code, ms: Date.now() - started };
  }

  const LIMITS: readonly [
    given: string,
    options: Partial<ClientOptions>,
    call: CallOptions,
    limitMs: number,
  ][] = [
    ['by default', {}, {}, 10_000],
    ['with a longer limit of the client', { giveUpAfterMs: 60_000 }, {}, 10_000],
    ['with a shorter limit of the client', { giveUpAfterMs: 2000 }, {}, 2000],
    ['with a limit of the call', { giveUpAfterMs: 2000 }, { giveUpAfterMs: 20_000 }, 20_000],
    ['for the addresses of links and the route together', { links: undefined }, {}, 10_000],
    ['for both with a limit of the call', { links: undefined }, { giveUpAfterMs: 1000 }, 1000],
  ];
  for (const [given, options, call, limitMs] of LIMITS) {
    it(`are ${limitMs} ms ${given}`, async (t) => {
      const { code, ms } = await fail(t, 'hang', options, call);
      assert.equal(code, 'network_error');
      assert.ok(ms >= limitMs && ms <= limitMs + 100, `${ms} ms`);
    });
  }

  it('include all attempts of an offline device', async (t) => {
    const { code, ms } = await fail(t, new Error('offline'));
    assert.equal(code, 'network_error');
    assert.ok(ms > 3500 && ms <= 10_000, `${ms} ms`);
  });

  it('do not apply to the handler', async (t) => {
    mockTime(t);
    const controller = new AbortController();
    const client = clientOf(new Script(resolved('product/5'))).otherwise(async () => {
      controller.abort(new Error('mine'));
      await new Promise<void>((over) => void setTimeout(over, 20_000));
    });
    const call = { signal: controller.signal, giveUpAfterMs: 1000 };
    assert.equal(await passTime(t.mock.timers, client.open(LINK, call)), true);
  });

  it('end at once if the signal is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('mine'));
    for (const url of [LINK, 'com.shop.app://product/5']) {
      const client = clientOf(new Script()).otherwise(noHandler);
      assert.equal((await errorOf(client.open(url, { signal }))).message, 'mine');
    }
  });

  it('end when the signal aborts during a request', async () => {
    for (const links of [undefined, [BASE]]) {
      const script = new Script('hang');
      // The request for the addresses continues, because other calls can wait for it.
      const client = clientOf(script, { links, timeoutMs: 200 }).otherwise(noHandler);
      const controller = new AbortController();
      const error = errorOf(client.open(LINK, { signal: controller.signal }));
      while (script.sent.length === 0) await new Promise(setImmediate);
      controller.abort(new Error('mine'));
      assert.equal((await error).message, 'mine');
    }
  });
});

describe('the metadata of an opening', () => {
  it('is redeemed once, and only when it is requested', async () => {
    const script = new Script(redeemed());
    const { client, seen } = recording(script);
    await client.open(`com.shop.app://product/5?smartlink=${CODE}`);
    assert.equal(script.sent.length, 0);
    const { metadata, redeem } = seen[0]![1];
    assert.deepEqual(await Promise.all([metadata(), metadata()]), [
      { coupon: 'WELCOME' },
      { coupon: 'WELCOME' },
    ]);
    assert.equal((await redeem())?.redemptions, 1);
    assert.equal(script.sent.length, 1);
  });

  it('is kept by the first call with `once`, also after one without it', async () => {
    const script = new Script(redeemed(), redeemed());
    const client = clientOf(script).map('product/:id', async ({ metadata, redeem }) => {
      await redeem();
      await metadata({ once: true });
      await redeem({ once: true });
    });
    const url = `com.shop.app://product/5?smartlink=${CODE}`;
    await client.open(url);
    assert.equal(script.ids.length, 1);
    await client.open(url);
    assert.equal(script.ids.length, 2);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('is kept by a call with `once` after the handler has returned', async () => {
    const script = new Script(redeemed(), redeemed());
    const { client, seen } = recording(script);
    const url = `com.shop.app://product/5?smartlink=${CODE}`;
    client.map('product/:id', async (opening) => {
      seen.push(['product/:id', opening]);
      await opening.metadata();
    });
    await client.open(url);
    await seen[0]![1].metadata({ once: true });
    await client.open(url);
    assert.equal(script.ids.length, 2);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('is returned to a call although the signal of an earlier one aborts', async () => {
    const script = new Script('hang', redeemed());
    const { client, seen } = recording(script);
    await client.open(`com.shop.app://product/5?smartlink=${CODE}`);
    const { metadata } = seen[0]![1];
    const controller = new AbortController();
    const first = errorOf(metadata({ signal: controller.signal }));
    const second = metadata();
    while (script.sent.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('mine'));
    assert.equal((await first).message, 'mine');
    assert.deepEqual(await second, { coupon: 'WELCOME' });
    assert.equal(new Set(script.ids).size, 1);
  });

  it('is not awaited by a call whose own signal aborts', async () => {
    const script = new Script(redeemed());
    const { client, seen } = recording(script);
    await client.open(`com.shop.app://product/5?smartlink=${CODE}`);
    const { metadata } = seen[0]![1];
    const first = metadata();
    const signal = AbortSignal.abort(new Error('mine'));
    assert.equal((await errorOf(metadata({ signal }))).message, 'mine');
    assert.deepEqual(await first, { coupon: 'WELCOME' });
  });

  it('can be requested again after an error, with the same id', async () => {
    const script = new Script(problem(401, 'unauthorized'), redeemed());
    const { client, seen } = recording(script);
    await client.open(`com.shop.app://product/5?smartlink=${CODE}`);
    const { metadata } = seen[0]![1];
    await errorOf(metadata());
    assert.deepEqual(await metadata(), { coupon: 'WELCOME' });
    assert.equal(new Set(script.ids).size, 1);
  });

  it('is null without a smart link', async () => {
    const { client, seen } = recording(new Script());
    await client.open('com.shop.app://product/5');
    assert.equal(await seen[0]?.[1].metadata(), null);
    assert.equal(await seen[0]?.[1].redeem(), null);
  });
});
