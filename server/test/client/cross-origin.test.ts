import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { before, describe, test } from 'node:test';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { startService, type Answer, type Service } from '../harness.ts';

const ORIGIN = { origin: 'https://shop.example' };
const UNKNOWN = 'BCDFGHJK';

/** Every path for platform tokens, with its methods. */
const OPEN = [
  ['POST', '/v2/smartlinks'],
  ['GET', `/v2/smartlinks/${UNKNOWN}`],
  ['POST', '/client/v1/redemptions'],
  ['POST', '/client/v1/opens'],
  ['GET', `/client/v1/smartlinks/${UNKNOWN}`],
  ['GET', '/client/v1/app'],
] as const;

const CLOSED = [
  ['POST', '/manage/v1/smartlinks'],
  ['GET', `/manage/v1/smartlinks/${UNKNOWN}`],
  ['PATCH', '/manage/v1/app'],
  ['GET', '/manage/v1/tokens'],
  ['POST', '/manage/v1/sign-in'],
  ['GET', '/health/live'],
  ['GET', '/openapi.json'],
  ['GET', '/docs/errors'],
  ['GET', '/docs/terms'],
  ['GET', '/dashboard/'],
  ['GET', '/'],
  ['GET', `/${UNKNOWN}`],
  ['GET', '/v2'],
  ['GET', '/client'],
] as const;

const corsHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

function assertReadable(answer: Answer, where: string): void {
  assert.deepEqual(
    corsHeaders(answer),
    {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, location, retry-after',
    },
    where,
  );
  assert.equal(answer.headers.get('set-cookie'), null, where);
}

describe('pages of other origins', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  const preflight = (on: Service, method: string, path: string): Promise<Answer> =>
    on.request('OPTIONS', path, {
      token: undefined,
      headers: {
        ...ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    });
  const send = (
    on: Service,
    method: string,
    path: string,
    options: Parameters<Service['request']>[2] = {},
  ): Promise<Answer> =>
    on.request(method, path, {
      token: on.owner.tokens.web,
      ...options,
      headers: { ...ORIGIN, ...options.headers },
    });

  test('can read the 404 for a code with an invalid escape', async () => {
    const token = service.owner.tokens.web;
    const path = '/client/v1/smartlinks/%zz';
    const { status, headers } = await service.request('GET', path, { token, headers: ORIGIN });
    assert.equal(status, 404);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });

  for (const [method, path] of OPEN) {
    test(`can send ${method} ${path} without credentials`, async () => {
      const answer = await preflight(service, method, path);
      assert.deepEqual([answer.status, answer.text], [204, '']);
      assert.deepEqual(corsHeaders(answer), {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'etag, location, retry-after',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, if-none-match',
        'access-control-max-age': '86400',
      });
    });

    test(`can read that ${method} ${path} requires a token, and can use no other method`, async () => {
      const denied = await send(service, method, path, { token: undefined });
      assert.equal(denied.status, 401);
      assertReadable(denied, '401');
      for (const other of ['PUT', 'DELETE', 'OPTIONS']) {
        const refused = await send(service, other, path);
        assert.equal(refused.status, 405, other);
        assert.equal(refused.json.code, 'method_not_allowed');
        assertReadable(refused, `405 ${other}`);
      }
    });
  }

  test('can create a link and read every response', async () => {
    const headers = { 'idempotency-key': 'key 1' };
    const create = (body: unknown, more = {}): Promise<Answer> =>
      send(service, 'POST', '/v2/smartlinks', { body, ...more });
    const made = await create({ uri: 'products/5' }, { headers });
    assert.equal(made.status, 201);
    assert.ok(made.headers.get('location'));
    const path = new URL(made.headers.get('location') ?? '').pathname;
    const got = await send(service, 'GET', path);
    assert.equal(got.status, 200);
    assert.equal(got.headers.get('vary'), 'authorization, origin');
    const etag = got.headers.get('etag') ?? '';
    const answers: [status: number, answer: Answer][] = [
      [201, made],
      [200, got],
      [304, await send(service, 'GET', path, { headers: { 'if-none-match': etag } })],
      [200, await send(service, 'HEAD', path)],
      [
        200,
        await create({ uri: 'a', unique: true }).then(() => create({ uri: 'a', unique: true })),
      ],
      [422, await create({ uri: 'products/6' }, { headers })],
      [422, await create({ uri: '' })],
      [400, await create('{')],
      [413, await create({ uri: 'x'.repeat(70_000) })],
      [415, await create('uri=a', { headers: { 'content-type': 'text/plain' } })],
      [404, await send(service, 'GET', '/v2/smartlinks/%zz')],
      [404, await send(service, 'GET', `/v2/smartlinks/${UNKNOWN}`)],
      [404, await send(service, 'GET', '/v2/nothing')],
      [404, await send(service, 'GET', '/client/v1/nothing')],
    ];
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status, answer.text);
      assertReadable(answer, String(status));
    }
  });

  test('can redeem a link and read every response', async () => {
    const { code } = await service.create({ uri: 'a', metadata: { a: '1' }, redeem_limit: 1 });
    const redeem = (more: object = {}): Promise<Answer> =>
      send(service, 'POST', '/client/v1/redemptions', {
        body: { smartlink: code, redemption_id: randomUUID() },
        ...more,
      });
    const granted = await redeem();
    const spent = await redeem();
    const kind = await redeem({ token: service.owner.tokens.server });
    await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    for (const [status, answer] of [
      [200, granted],
      [409, spent],
      [403, kind],
      [410, await redeem()],
      [422, await redeem({ body: {} })],
      [404, await send(service, 'GET', '/client/v1/smartlinks/%zz')],
    ] as const) {
      assert.equal(answer.status, status, answer.text);
      assertReadable(answer, String(status));
    }
  });

  test('can read Retry-After', async () => {
    for (const path of ['/v2/smartlinks/', '/client/v1/smartlinks/']) {
      const one = await startService({ MISSES_PER_MINUTE: '1' });
      await send(one, 'GET', path + UNKNOWN);
      const limited = await send(one, 'GET', path + UNKNOWN);
      assert.equal(limited.status, 429);
      assert.ok(Number(limited.headers.get('retry-after')) > 0);
      assertReadable(limited, `429 ${path}`);
    }
  });

  test('can read an error of the service', async () => {
    let broken: Error | undefined;
    const fragile = await startService(
      {},
      {
        now: () => {
          if (broken) throw broken;
          return Date.now();
        },
      },
    );
    const { code } = await fragile.create({ uri: 'a' });
    // From here on, the token is cached.
    assert.equal((await send(fragile, 'GET', '/client/v1/app')).status, 200);
    const paths = [
      ['POST', '/v2/smartlinks', { uri: 'a' }],
      ['POST', '/client/v1/redemptions', { smartlink: code, redemption_id: randomUUID() }],
    ] as const;
    for (const [status, error] of [
      [500, new Error('an error')],
      [503, new StoreUnavailable('SQLITE_FULL', 'the disk is full')],
    ] as const) {
      for (const [method, path, body] of paths) {
        broken = error;
        const answer = await send(fragile, method, path, { body });
        broken = undefined;
        assert.equal(answer.status, status, path);
        assertReadable(answer, `${status} ${path}`);
      }
    }
  });

  test('can use a service below a path', async () => {
    const below = await startService({ BASE_URL: 'https://shop.example/links' });
    const answer = await preflight(below, 'POST', '/links/v2/smartlinks');
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const closed = await preflight(below, 'POST', '/links/manage/v1/smartlinks');
    assert.equal(closed.status, 405);
    assert.deepEqual(corsHeaders(closed), {});
  });

  test('are distinguished from programs, whose responses have no CORS headers', async () => {
    const answer = await service.request('GET', `/v2/smartlinks/${UNKNOWN}`);
    assert.deepEqual(corsHeaders(answer), {});
  });

  for (const [method, path] of CLOSED) {
    test(`cannot send ${method} ${path} or read its response`, async () => {
      for (const token of [undefined, service.owner.tokens.web, service.owner.tokens.server]) {
        const answers = [
          await preflight(service, method, path),
          await send(service, 'OPTIONS', path, { token }),
          await send(service, method, path, { token }),
        ];
        for (const answer of answers) assert.deepEqual(corsHeaders(answer), {}, path);
        assert.notEqual(answers[0]?.status, 204);
      }
    });
  }

  test('cannot use a path that only resembles an open one', async () => {
    for (const path of [
      '/v2/../manage/v1/smartlinks',
      '/client/%2e%2e/manage/v1/smartlinks',
      '/client//manage/v1/smartlinks',
      '/v2/%2e%2e%2fmanage%2fv1%2fsmartlinks',
    ]) {
      assert.equal(await statusOf(service, path), 404, path);
    }
  });
});

/** Sends an unchanged path with a server token and an origin: `fetch` would resolve its dots. */
function statusOf(service: Service, path: string): Promise<number | undefined> {
  const headers = { ...ORIGIN, authorization: `Token ${service.owner.tokens.server}` };
  return new Promise((resolve, reject) => {
    httpRequest(service.url, { path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });
}
