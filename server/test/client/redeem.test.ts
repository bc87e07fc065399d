import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { GoneError, NotFoundError, RedeemLimitReachedError } from '@smartlink/client';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { getApp } from '../../src/actions/apps/get-app.ts';
import { revokeToken } from '../../src/actions/tokens/revoke-token.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const COUPON = { coupon: 'WELCOME', steps: [1, 'two', [3, { four: 'é' }]] };

describe('POST /client/v1/redemptions', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  function redeem(smartlink: string, id: string, token = service.owner.tokens.web) {
    const body = { smartlink, redemption_id: id };
    return service.request('POST', '/client/v1/redemptions', { token, body });
  }

  async function change(code: string, body: object): Promise<Answer> {
    const answer = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  test('returns the metadata, counts the redemption, and stops at the limit', async () => {
    const { code, address } = await service.create({
      uri: 'products/5',
      metadata: COUPON,
      redeem_limit: 2,
    });
    const client = service.client('iphone');
    const first = await client.redeem(address);
    const ledger = await service.request('GET', `/manage/v1/smartlinks/${code}/redemptions`);
    const { redemption_id: redemptionId } = ledger.json.redemptions[0];
    assert.deepEqual(first, {
      code,
      metadata: COUPON,
      redemptions: 1,
      redeemLimit: 2,
      redemptionId,
    });
    assert.equal((await client.redeem(code)).redemptions, 2);
    const refused = await client.redeem(code).catch((error: unknown) => error);
    assert.ok(refused instanceof RedeemLimitReachedError);
    assert.deepEqual([refused.redemptions, refused.redeemLimit, refused.status], [2, 2, 409]);
    const answer = await redeem(code, randomUUID());
    assert.equal(answer.status, 409);
    assert.doesNotMatch(answer.text, /metadata|WELCOME/);
  });

  test('returns null for missing metadata and a missing limit', async () => {
    const { code } = await service.create({ uri: 'products/5' });
    // The address with a percent-encoded code, which opens the link too.
    const escaped = `%${code.charCodeAt(0).toString(16)}${code.slice(1)}`;
    const { json, headers } = await redeem(`https://go.shop.example/${escaped}/`, randomUUID());
    assert.deepEqual(json, { code, metadata: null, redemptions: 1, redeem_limit: null });
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('returns the first response to a retry, byte for byte, even after later changes', async () => {
    const body = '{"uri":"products/5","metadata":{ "n" : 1.50, "s":"\\u00e9" },"redeem_limit":2}';
    const { json } = await service.request('POST', '/v2/smartlinks', { body });
    const code = json.smartlink.split('/').at(-1) as string;
    const id = randomUUID();
    const first = await redeem(code, id);
    assert.equal(
      first.text,
      `{"code":"${code}","metadata":{ "n" : 1.50, "s":"\\u00e9" },"redemptions":1,"redeem_limit":2}`,
    );
    const same = async (): Promise<void> => {
      for (const token of [service.owner.tokens.web, service.owner.tokens.android]) {
        const again = await redeem(code, id.toUpperCase(), token);
        assert.deepEqual([again.status, again.text], [200, first.text]);
      }
    };
    await same();
    await change(code, { metadata: { n: 2 } });
    await same();
    const second = await redeem(code, randomUUID());
    assert.deepEqual([second.json.metadata, second.json.redemptions], [{ n: 2 }, 2]);
    await same();
    await change(code, { metadata: null, redeem_limit: 1 });
    await same();
    await change(code, { state: 'disabled' });
    await same();
    const { status } = await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    assert.equal(status, 204);
    await same();
    const ledger = await service.request('GET', `/manage/v1/smartlinks/${code}/redemptions`);
    assert.equal(ledger.json.redemptions.length, 2);
  });

  test('rejects an id that was used for another link, without redeeming', async () => {
    const [one, two] = [await service.create({ uri: 'a' }), await service.create({ uri: 'b' })];
    const id = randomUUID();
    assert.equal((await redeem(one.code, id)).status, 200);
    const wrong = await redeem(two.code, id);
    assert.deepEqual([wrong.status, wrong.json.code], [422, 'redemption_id_reused']);
    assert.equal((await redeem(two.code, randomUUID())).json.redemptions, 1);
  });

  test('returns 410 for a disabled or deleted link, without redeeming', async () => {
    const { code } = await service.create({ uri: 'a', metadata: COUPON });
    await change(code, { state: 'disabled' });
    const client = service.client('web');
    await assert.rejects(client.redeem(code), GoneError);
    await assert.rejects(client.resolve(code), GoneError);
    await change(code, { state: 'active' });
    assert.equal((await client.redeem(code)).redemptions, 1);
    await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    await assert.rejects(client.redeem(code), GoneError);
  });

  test('visits and lookups do not redeem', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/', redeem_limit: 1 });
    const client = service.client('web');
    for (const method of ['GET', 'HEAD']) {
      await service.request(method, `/${code}`, { headers: { 'user-agent': 'Twitterbot/1.0' } });
      await service.request(method, `/v2/smartlinks/${code}`);
      const headers = { authorization: `Token ${service.owner.tokens.web}` };
      await service.request(method, `/client/v1/smartlinks/${code}`, { headers });
    }
    await client.resolve(code);
    await client.get(code);
    assert.equal((await client.redeem(code)).redemptions, 1);
  });

  test('returns the same 404 for codes of other apps and for invalid codes', async () => {
    const { code } = await service.create({ uri: 'a', metadata: COUPON });
    const other = await createApp(service.app.ctx, 'other');
    const answers = await Promise.all(
      [code, 'BCDFGHJK', 'x', '../../x', 'docs', '%00'].map((smartlink) =>
        redeem(smartlink, randomUUID(), other.tokens.web),
      ),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual([answers[0]?.status, answers[0]?.json.code], [404, 'not_found']);
    assert.equal((await service.client('web').redeem(code)).redemptions, 1);
  });

  test('requires ids to be unique only within an app', async () => {
    const { code } = await service.create({ uri: 'a' });
    const other = await createApp(service.app.ctx, 'third');
    const body = { uri: 'a' };
    const made = await service.request('POST', '/v2/smartlinks', {
      body,
      token: other.tokens.server,
    });
    const id = randomUUID();
    assert.equal((await redeem(code, id)).status, 200);
    assert.equal((await redeem(made.json.smartlink as string, id, other.tokens.web)).status, 200);
  });

  test('accepts platform tokens only', async () => {
    const { code } = await service.create({ uri: 'a' });
    for (const [method, path, body] of [
      ['POST', '/client/v1/redemptions', { smartlink: code, redemption_id: randomUUID() }],
      ['GET', `/client/v1/smartlinks/${code}`, undefined],
    ] as const) {
      const refused = await service.request(method, path, body && { body });
      assert.deepEqual([refused.status, refused.json.code], [403, 'wrong_token_kind'], path);
    }
    const { status, headers } = await service.request('POST', '/client/v1/redemptions', {
      token: undefined,
      body: { smartlink: code, redemption_id: randomUUID() },
    });
    assert.equal(status, 401);
    assert.ok(headers.get('www-authenticate'));
  });

  test('a flood is limited if the operator wants it, for that token and network alone', async () => {
    // The time stands still, so that nothing is allowed again meanwhile.
    const still = Date.now();
    const limited = await startService(
      { REDEMPTIONS_PER_MINUTE: '10', TRUSTED_PROXIES: 'loopback' },
      { now: () => still },
    );
    const { code } = await limited.create({ uri: 'a' });
    const send = (from: string, token: string) =>
      limited.request('POST', '/client/v1/redemptions', {
        token,
        headers: { 'x-forwarded-for': from },
        body: { smartlink: code, redemption_id: randomUUID() },
      });
    const { web, android } = limited.owner.tokens;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('203.0.113.7', web)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 40);
    assert.equal(refused[0]?.json.code, 'too_many_redemptions');
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0);
    assert.equal((await send('203.0.113.8', web)).status, 200);
    assert.equal((await send('203.0.113.7', android)).status, 200);
    const { json } = await limited.request('GET', `/manage/v1/smartlinks/${code}`);
    assert.equal(json.redemptions, 12);
  });

  test('rejects a revoked token', async () => {
    const ctx = service.app.ctx;
    const { tokens } = await createApp(ctx, 'fourth');
    const { id } = await getApp(ctx, 'fourth');
    assert.equal((await redeem('BCDFGHJK', randomUUID(), tokens.web)).status, 404);
    await revokeToken(ctx, { appId: id, actor: 'operator' }, tokens.web);
    const isRefused = async () =>
      (await service.request('GET', '/client/v1/app', { token: tokens.web })).status === 401;
    await eventually('the token is refused', isRefused, 500);
    assert.equal((await redeem('BCDFGHJK', randomUUID(), tokens.web)).status, 401);
  });

  test('reports every error of a request', async () => {
    const { status, json } = await service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: 5, redemptionId: randomUUID() },
    });
    assert.equal(status, 422);
    assert.deepEqual(json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
      '/redemptionId',
      '/redemption_id',
      '/smartlink',
    ]);
  });

  test('returns not_found through the SDK', async () => {
    await assert.rejects(service.client('web').redeem('BCDFGHJK'), NotFoundError);
  });
});
