import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const HOUR = 3_600_000;
const WEB = 'https://shop.example/p/1';

/** A clock that tests set, in milliseconds since 1970-01-01 UTC. */
let now = Date.parse('2026-12-01T12:00:00Z');
const at = (hours: number): string => new Date(now + hours * HOUR).toISOString();

describe('the validity of a link', () => {
  let service: Service;
  before(async () => {
    service = await startService({}, { now: () => now });
    await service.apply(SHOP);
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const make = async (body: object): Promise<string> => {
    const answer = await manage('POST', 'smartlinks', { uri: 'products/1', ...body });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.code;
  };
  const visit = async (code: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await service.request('GET', `/${code}`, { token: undefined, headers });
    const heading = /<h1>([^<]*)<\/h1>/.exec(answer.text)?.[1];
    return `${answer.status} ${answer.headers.get('location') ?? heading}`;
  };
  const pointersOf = ({ json }: Answer): string[] =>
    json.errors.map(({ pointer }: { pointer: string }) => pointer);

  test('is created, changed, removed and shown, with a history', async () => {
    const made = await manage('POST', 'smartlinks', {
      uri: 'a',
      valid_from: '2026-12-24T18:00:00+01:00',
      valid_until: '2026-12-26T00:00:00-05:30',
      early_url: 'https://shop.example/soon',
      expired_url: 'https://shop.example/over',
    });
    assert.equal(made.status, 201, made.text);
    const { code, valid_from, valid_until, early_url, expired_url, validity } = made.json;
    assert.deepEqual(
      { valid_from, valid_until, early_url, expired_url, validity },
      {
        valid_from: '2026-12-24T17:00:00.000Z',
        valid_until: '2026-12-26T05:30:00.000Z',
        early_url: 'https://shop.example/soon',
        expired_url: 'https://shop.example/over',
        validity: 'scheduled',
      },
    );
    const changed = await manage('PATCH', `smartlinks/${code}`, {
      valid_from: null,
      early_url: null,
      valid_until: '2026-12-01T11:00Z',
    });
    assert.deepEqual(
      [changed.json.valid_from, changed.json.early_url, changed.json.validity],
      [null, null, 'expired'],
    );
    const { entries } = (await manage('GET', `smartlinks/${code}/history`)).json;
    assert.deepEqual(entries[0].before, {
      valid_from: '2026-12-24T17:00:00.000Z',
      valid_until: '2026-12-26T05:30:00.000Z',
      early_url: 'https://shop.example/soon',
    });
    assert.equal(entries[1].after.valid_from, '2026-12-24T17:00:00.000Z');
  });

  test('is checked, with all errors', async () => {
    const wrong = await manage('POST', 'smartlinks', {
      uri: 'a',
      valid_from: '2026-12-24T18:00:00',
      valid_until: '2026-02-30T00:00:00Z',
      early_url: 'javascript:alert(1)',
      expired_url: `${service.url}/Xk4TqmPr`,
    });
    assert.equal(wrong.status, 422);
    assert.deepEqual(
      new Set(pointersOf(wrong)),
      new Set(['/valid_from', '/valid_until', '/early_url', '/expired_url']),
    );
    assert.match(wrong.text, /with its offset from UTC/);
    const code = await make({ valid_from: at(1) });
    for (const valid_until of [at(1), at(0.5)]) {
      const early = await manage('PATCH', `smartlinks/${code}`, { valid_until });
      assert.deepEqual([early.status, pointersOf(early)], [422, ['/valid_until']]);
    }
    const reversed = await manage('POST', 'smartlinks', {
      uri: 'a',
      valid_from: at(2),
      valid_until: at(1),
    });
    assert.deepEqual(pointersOf(reversed), ['/valid_until']);
  });

  test('decides what visitors get, also from the cache', async () => {
    const start = now;
    const code = await make({ valid_from: at(1), valid_until: at(3) });
    const [early, valid, expired] = [
      '404 This link is not available yet',
      `302 ${WEB}`,
      '410 This link has expired',
    ];
    for (const [hours, expected] of [
      [0, early],
      [1 - 1 / HOUR, early],
      [1, valid],
      [2, valid],
      [3 - 1 / HOUR, valid],
      [3, expired],
      [4, expired],
    ] as const) {
      now = start + Math.round(hours * HOUR);
      // The second visit could be answered from the cache.
      for (let i = 0; i < 2; i++) assert.equal(await visit(code), expected, `after ${hours} h`);
    }
    now = start;
  });

  test('can send visitors elsewhere before and after it, also from the cache', async () => {
    const start = now;
    const code = await make({
      valid_from: at(1),
      valid_until: at(2),
      early_url: 'https://shop.example/soon',
      expired_url: 'https://shop.example/over',
    });
    for (const [hours, expected] of [
      [0, '302 https://shop.example/soon'],
      [1, `302 ${WEB}`],
      [2, '302 https://shop.example/over'],
    ] as const) {
      now = start + hours * HOUR;
      for (let i = 0; i < 2; i++) assert.equal(await visit(code), expected);
      // Bots too, which get a preview of a link that is valid.
      if (hours !== 1)
        assert.equal(await visit(code, { 'user-agent': 'Slackbot-LinkExpanding 1.0' }), expected);
    }
    now = start;
  });

  test('hides the preview and the routes of phones before it', async () => {
    const code = await make({ valid_from: at(1), social: { title: 'A secret sale' } });
    for (const agent of [
      'Slackbot-LinkExpanding 1.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    ]) {
      const answer = await service.request('GET', `/${code}`, {
        token: undefined,
        headers: { 'user-agent': agent, 'accept-language': 'de' },
      });
      assert.equal(answer.status, 404);
      assert.match(answer.text, /Dieser Link ist noch nicht verfügbar/);
      assert.ok(!answer.text.includes('secret') && !answer.text.includes('com.shop.app'));
    }
  });

  test('is explained', async () => {
    const code = await make({ valid_until: at(-1) });
    const { json } = await manage('GET', `smartlinks/${code}/explain`);
    assert.deepEqual([json.kind, json.status], ['expired', 410]);
    assert.deepEqual(json.why, [`the link expired at ${at(-1)}`]);
  });

  test('decides what apps get; a link can still be retrieved', async () => {
    const token = service.owner.tokens.iphone;
    for (const [body, status, problem] of [
      [{ valid_from: at(1) }, 409, 'too_early'],
      [{ valid_until: at(-1) }, 410, 'expired'],
      [{ valid_from: at(-1), valid_until: at(1) }, 200, undefined],
    ] as const) {
      const code = await make(body);
      const resolved = await service.request('GET', `/client/v1/smartlinks/${code}`, { token });
      assert.deepEqual([resolved.status, resolved.json.code], [status, problem ?? code]);
      const retrieved = await service.request('GET', `/v2/smartlinks/${code}`);
      assert.equal(retrieved.status, 200);
    }
  });

  test('of an expired unique link does not end: it is returned again', async () => {
    const body = { uri: 'only-one', unique: true };
    const made = await manage('POST', 'smartlinks', { ...body, valid_until: at(-1) });
    const again = await service.request('POST', '/v2/smartlinks', { body });
    assert.deepEqual([made.status, again.status], [201, 200]);
    assert.ok(again.json.smartlink.endsWith(made.json.code));
  });

  test('filters the list', async () => {
    const tags = ['filtered'];
    const codes = {
      valid: [await make({ tags }), await make({ tags, valid_from: at(-1), valid_until: at(1) })],
      scheduled: [await make({ tags, valid_from: at(1) })],
      expired: [await make({ tags, valid_until: at(-1) })],
    };
    for (const [validity, expected] of Object.entries(codes)) {
      const { json } = await manage('GET', `smartlinks?tag=filtered&validity=${validity}`);
      const found = json.smartlinks.map(({ code }: { code: string }) => code);
      assert.deepEqual(new Set(found), new Set(expected), validity);
    }
    const [expired = ''] = codes.expired;
    const exact = await manage('GET', `smartlinks?q=${expired}&validity=valid`);
    assert.deepEqual(exact.json.smartlinks, []);
    assert.equal((await manage('GET', 'smartlinks?validity=over')).status, 400);
  });
});
