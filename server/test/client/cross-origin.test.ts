import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startService, type Service } from '../harness.ts';

const ORIGIN = { origin: 'https://shop.example' };

describe('pages of other sites', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  test('may read that there is no link with a code that cannot be read', async () => {
    const token = service.owner.tokens.web;
    const path = '/client/v1/smartlinks/%zz';
    const { status, headers } = await service.request('GET', path, { token });
    assert.equal(status, 404);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });

  for (const path of ['/client/v1/redemptions', '/client/v1/smartlinks/BCDFGHJK']) {
    test(`may ask ${path}, without credentials`, async () => {
      const { status, headers, text } = await service.request('OPTIONS', path, {
        token: undefined,
        headers: {
          ...ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      assert.deepEqual([status, text], [204, '']);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.match(headers.get('access-control-allow-methods') ?? '', /\bGET\b.*\bPOST\b/);
      assert.equal(headers.get('access-control-allow-headers'), 'authorization, content-type');
      assert.equal(headers.get('access-control-allow-credentials'), null);
      assert.ok(Number(headers.get('access-control-max-age')) > 0);
    });

    test(`may read every answer of ${path}, errors too`, async () => {
      for (const [method, token] of [
        ['GET', undefined],
        ['POST', service.owner.tokens.web],
        ['PUT', service.owner.tokens.web],
        ['GET', service.owner.tokens.server],
      ] as const) {
        const body = method === 'POST' ? '{' : undefined;
        const { status, headers } = await service.request(method, path, {
          token,
          headers: ORIGIN,
          ...(body === undefined ? {} : { body }),
        });
        assert.ok(status >= 400, `${method} ${status}`);
        assert.equal(headers.get('access-control-allow-origin'), '*', `${method} ${status}`);
      }
    });
  }

  for (const path of ['/v2/smartlinks', '/manage/v1/smartlinks/BCDFGHJK', '/health/live', '/']) {
    test(`may not ask ${path}`, async () => {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const { status, headers } = await service.request(method, path, { headers: ORIGIN });
        assert.ok(method !== 'OPTIONS' || status === 405);
        for (const [name] of headers) assert.doesNotMatch(name, /^access-control-/);
      }
    });
  }
});
