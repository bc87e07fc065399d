import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { noonClock } from '../clicks/noon-clock.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { startService, type Answer, type Service } from '../harness.ts';

const DAY_SECONDS = 86_400;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

describe('POST /client/v1/opens', () => {
  let service: Service;
  const now = noonClock();
  before(async () => {
    service = await startService({}, { now });
  });

  function report(
    body: object,
    token: string | undefined = service.owner.tokens.android,
    to = service,
  ): Promise<Answer> {
    return to.request('POST', '/client/v1/opens', { token, body });
  }

  async function funnelOf(code: string, query = ''): Promise<object> {
    await clicksSettled(service);
    const { json, text } = await service.request(
      'GET',
      `/manage/v1/smartlinks/${code}/clicks${query}`,
    );
    assert.ok(json.funnel !== undefined, text);
    return json.funnel as object;
  }

  const NONE = { visits: 0, store: 0, opened: 0, redeemed: 0 };

  test('counts an opened app, and a repeated report once', async () => {
    const { code, address } = await service.create({ uri: 'a' });
    const open_id = randomUUID();
    const first = await report({ smartlink: code, open_id });
    assert.deepEqual([first.status, first.json], [202, { code }]);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await funnelOf(code), { ...NONE, opened: 1 });
    for (const [smartlink, id] of [
      [code, open_id],
      [address, open_id.toUpperCase()],
      [`${address}?utm_campaign=spring`, open_id],
    ] as const) {
      assert.equal((await report({ smartlink, open_id: id })).status, 202);
    }
    const together = Array.from({ length: 20 }, () => report({ smartlink: code, open_id }));
    await Promise.all(together);
    assert.deepEqual(await funnelOf(code), { ...NONE, opened: 1 });
    assert.equal((await report({ smartlink: code, open_id: randomUUID() })).status, 202);
    assert.deepEqual(await funnelOf(code), { ...NONE, opened: 2 });
  });

  test('is no click: nothing else counts it', async () => {
    const alone = await startService();
    const { code } = await alone.create({ uri: 'a', metadata: { a: '1' } });
    const token = alone.owner.tokens.iphone;
    for (let i = 0; i < 3; i++) {
      const body = { smartlink: `${code}?utm_campaign=spring`, open_id: randomUUID() };
      await report(body, token, alone);
    }
    await alone.client('iphone').redeem(code);
    await clicksSettled(alone);
    const get = async (path: string) => alone.request('GET', `/manage/v1/${path}`);
    const dimensions =
      'kind,outcome,platform,country,referrer,browser,in_app,language,campaign,source,medium';
    const none = { clicks: 0, visitors: 0, other: 0 };
    for (const path of ['clicks', `smartlinks/${code}/clicks`]) {
      for (const unit of ['day', 'hour', 'minute']) {
        const from = new Date(Date.now() - 3_600_000).toISOString();
        const to = new Date(Date.now() + 900_000).toISOString();
        const query = `by=${dimensions}&unit=${unit}&from=${from}&to=${to}`;
        const { json } = await get(`${path}?${query}`);
        assert.deepEqual([json.totals, json.lifetime], [none, none]);
        assert.ok(Object.values(json.breakdowns).every((rows) => (rows as []).length === 0));
        assert.deepEqual(json.funnel, { ...NONE, opened: 3, redeemed: 1 }, unit);
      }
    }
    assert.equal((await get('clicks/export?format=ndjson')).text, '');
    const { json } = await get('clicks/links');
    const [{ days, ...link }] = json.links;
    assert.deepEqual(link, { code, clicks: 0, visitors: 0, store: 0, opened: 3, redeemed: 1 });
    assert.ok(days.every((count: number) => count === 0));
  });

  test('has the platform of the token and the campaign of the address', async () => {
    const { code, address } = await service.create({ uri: 'https://shop.example/' });
    const { tokens } = service.owner;
    const smartlink = `${address}?x=1&utm_campaign=spring%20sale&utm_source=mail#top`;
    await report({ smartlink, open_id: randomUUID() }, tokens.android);
    for (const token of [tokens.iphone, tokens.universal, tokens.ipad, tokens.web]) {
      await report({ smartlink: code, open_id: randomUUID() }, token);
    }
    const body = { smartlink, redemption_id: randomUUID() };
    await service.request('POST', '/client/v1/redemptions', { token: tokens.android, body });
    await service.request('GET', `/${code}?utm_campaign=spring%20sale`, {
      token: undefined,
      headers: { 'user-agent': PHONE },
    });
    const steps = { store: 0, redeemed: 0, visits: 0 };
    for (const [query, funnel] of [
      ['platform=android', { visits: 1, store: 0, opened: 1, redeemed: 1 }],
      ['platform=iphone', { ...steps, opened: 2 }],
      ['platform=ipad', { ...steps, opened: 1 }],
      ['platform=desktop', { ...steps, opened: 1 }],
      ['campaign=spring%20sale', { visits: 1, store: 0, opened: 1, redeemed: 1 }],
      ['source=mail&platform=android', { ...steps, opened: 1, redeemed: 1 }],
      ['campaign=(none)', { ...steps, opened: 4 }],
      ['browser=Chrome', null],
    ] as const) {
      assert.deepEqual(await funnelOf(code, `?${query}`), funnel, query);
    }
  });

  test('counts redemptions that were granted, once', async () => {
    const { code } = await service.create({ uri: 'a', redeem_limit: 2 });
    const redeem = (redemption_id: string) =>
      service.request('POST', '/client/v1/redemptions', {
        token: service.owner.tokens.web,
        body: { smartlink: code, redemption_id },
      });
    const id = randomUUID();
    await Promise.all([redeem(id), redeem(id), redeem(id)]);
    await redeem(id);
    await redeem(randomUUID());
    assert.equal((await redeem(randomUUID())).status, 409);
    assert.deepEqual(await funnelOf(code), { ...NONE, redeemed: 2 });
  });

  test('counts visits that reach an app store', async () => {
    const alone = await startService();
    const store = 'https://play.google.com/store/apps/details?id=a.b';
    await alone.apply({
      apps: [
        {
          name: 'shop',
          templates: [
            {
              name: 'coupon',
              pattern: 'coupons/:id',
              skip_page: true,
              routes: {
                web: { link: 'https://shop.example/c/:id' },
                android: { link: 'com.shop.app://coupon/:id', fallback: store },
              },
            },
          ],
        },
      ],
    });
    const direct = await alone.create({ uri: 'coupons/5' });
    const page = await alone.create({
      uri: 'products/5',
      // The path has no destination on a phone.
      routes: { web: { link: 'https://shop.example/p/5' }, android: { fallback: store } },
    });
    const visit = async (code: string, userAgent: string): Promise<number> => {
      const headers = { 'user-agent': userAgent };
      return (await alone.request('GET', `/${code}`, { token: undefined, headers })).status;
    };
    const computer = PHONE.replace('Linux; Android 10; K', 'Windows NT 10.0; Win64; x64');
    for (const [code, onPhone, outcomes] of [
      [direct.code, 302, ['redirect', 'store']],
      [page.code, 200, ['get-app', 'redirect']],
    ] as const) {
      assert.equal(await visit(code, PHONE), onPhone);
      assert.equal(await visit(code, computer.replace(' Mobile', '')), 302);
      assert.equal(await visit(code, 'Googlebot/2.1 (+http://www.google.com/bot.html)'), 200);
      await clicksSettled(alone);
      const path = `/manage/v1/smartlinks/${code}/clicks?by=outcome`;
      const { funnel, breakdowns } = (await alone.request('GET', path)).json;
      assert.deepEqual(funnel, { ...NONE, visits: 2, store: 1 });
      const values = breakdowns.outcome.map(({ value }: { value: string }) => value);
      assert.deepEqual(values.toSorted(), [...outcomes, 'preview'].toSorted());
    }
  });

  test('counts when the app was opened, up to a week ago', async () => {
    const { code } = await service.create({ uri: 'a' });
    const ages = [0, DAY_SECONDS, 7 * DAY_SECONDS];
    for (const age_seconds of ages) {
      await report({ smartlink: code, open_id: randomUUID(), age_seconds });
    }
    const dayAgo = (days: number): string =>
      new Date(now() - days * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    const [yesterday, lastWeek] = [dayAgo(1), dayAgo(7)];
    const day = (date: string): Promise<object> => funnelOf(code, `?from=${date}&to=${date}`);
    assert.deepEqual(await day(yesterday), { ...NONE, opened: 1 });
    assert.deepEqual(await day(lastWeek), { ...NONE, opened: 1 });
    assert.deepEqual(await funnelOf(code), { ...NONE, opened: 3 });
  });

  test('counts for a link that is disabled or deleted, as visits do', async () => {
    const { code } = await service.create({ uri: 'a' });
    const path = `/manage/v1/smartlinks/${code}`;
    await service.request('PATCH', path, { body: { state: 'disabled' } });
    assert.equal((await report({ smartlink: code, open_id: randomUUID() })).status, 202);
    await service.request('DELETE', path);
    assert.equal((await report({ smartlink: code, open_id: randomUUID() })).status, 202);
  });

  test('returns the same 404 for codes of other apps and for invalid codes, and counts nothing', async () => {
    const { code } = await service.create({ uri: 'a' });
    const other = await createApp(service.app.ctx, 'other');
    const answers = await Promise.all(
      [code, 'BCDFGHJK', 'x', '../../x', 'docs', '%00'].map((smartlink) =>
        report({ smartlink, open_id: randomUUID() }, other.tokens.web),
      ),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual([answers[0]?.status, answers[0]?.json.code], [404, 'not_found']);
    assert.deepEqual(await funnelOf(code), NONE);
  });

  test('ids of an app cannot be used up by another app', async () => {
    const { code } = await service.create({ uri: 'a' });
    const other = await createApp(service.app.ctx, 'thief');
    const made = await service.request('POST', '/v2/smartlinks', {
      token: other.tokens.server,
      body: { uri: 'a' },
    });
    const open_id = randomUUID();
    await report({ smartlink: made.json.smartlink, open_id }, other.tokens.web);
    await report({ smartlink: code, open_id });
    assert.deepEqual(await funnelOf(code), { ...NONE, opened: 1 });
  });

  test('requires a platform token', async () => {
    const body = { smartlink: 'BCDFGHJK', open_id: randomUUID() };
    const server = await report(body, service.owner.tokens.server);
    assert.deepEqual([server.status, server.json.code], [403, 'wrong_token_kind']);
    const none = await service.request('POST', '/client/v1/opens', { token: undefined, body });
    assert.equal(none.status, 401);
  });

  test('reports every error of a request', async () => {
    const { status, json } = await report({ smartlink: 5, openId: 'a', age_seconds: -1 });
    assert.equal(status, 422);
    assert.deepEqual(json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
      '/age_seconds',
      '/openId',
      '/open_id',
      '/smartlink',
    ]);
    for (const wrong of [
      { open_id: 'not-a-uuid' },
      { age_seconds: 7 * DAY_SECONDS + 1 },
      { age_seconds: 1.5 },
      { smartlink: 'x'.repeat(5000) },
    ]) {
      const body = { smartlink: 'BCDFGHJK', open_id: randomUUID(), ...wrong };
      const answer = await report(body);
      assert.deepEqual([answer.status, answer.json.errors.length], [422, 1], JSON.stringify(wrong));
    }
  });

  test('says what an id must be, in the same words for all requests', async () => {
    const token = service.owner.tokens.web;
    for (const [path, name] of [
      ['/client/v1/opens', 'open_id'],
      ['/client/v1/redemptions', 'redemption_id'],
    ] as const) {
      const body = { smartlink: 'BCDFGHJK', [name]: 'not-a-uuid' };
      const { status, json } = await service.request('POST', path, { token, body });
      assert.equal(status, 422);
      assert.deepEqual(json.errors, [
        {
          pointer: `/${name}`,
          detail: 'must be a new UUID, in the form of "0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11"',
        },
      ]);
    }
  });

  test('a flood is limited, for that token and network alone', async () => {
    // The time stands still, so that nothing is allowed again meanwhile.
    const still = Date.now();
    const limited = await startService(
      { OPENS_PER_MINUTE: '10', TRUSTED_PROXIES: 'loopback' },
      { now: () => still },
    );
    const { code } = await limited.create({ uri: 'a' });
    const send = (from: string, token: string) =>
      limited.request('POST', '/client/v1/opens', {
        token,
        headers: { 'x-forwarded-for': from },
        body: { smartlink: code, open_id: randomUUID() },
      });
    const { web, android } = limited.owner.tokens;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('203.0.113.7', web)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(answers.length - refused.length <= 11, `${refused.length} of 50 were refused`);
    assert.equal(refused[0]?.json.code, 'too_many_opens');
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0);
    assert.equal((await send('203.0.113.8', web)).status, 202);
    assert.equal((await send('203.0.113.7', android)).status, 202);
    await clicksSettled(limited);
    const { json } = await limited.request('GET', `/manage/v1/smartlinks/${code}/clicks`);
    assert.equal(json.funnel.opened, answers.length - refused.length + 2);
  });

  test('stores nothing with CLICKS=off', async () => {
    const off = await startService({ CLICKS: 'off' });
    const { code } = await off.create({ uri: 'a' });
    const token = off.owner.tokens.web;
    const answer = await report({ smartlink: code, open_id: randomUUID() }, token, off);
    assert.deepEqual([answer.status, answer.json], [202, { code }]);
    assert.equal((await off.client('web').redeem(code)).redemptions, 1);
  });
});
