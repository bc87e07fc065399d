import assert from 'node:assert/strict';
import type { Service } from '../harness.ts';
import type { Exchange, Fixture } from './fixture.ts';

type Asked = Omit<Exchange, 'status' | 'location' | 'contains'>;

/** The settings of the service that made a fixture, and of those that use it. */
export const SETTINGS = {
  BASE_URL: 'https://api.shop.example',
  SMARTLINK_BASE: 'https://go.shop.example',
  TRUSTED_PROXIES: 'loopback',
  TRUST_FORWARDED_HOST: 'on',
  CLICKS_FLUSH_SECONDS: '1',
};

/** Sends a request as someone of the shop; returns it with the response. */
export async function exchange(
  service: Service,
  { cookie }: Pick<Fixture, 'cookie'>,
  { method, path, as, headers = {}, body }: Asked,
): Promise<Exchange> {
  const isToken = as !== 'member' && as !== 'visitor';
  const answer = await service.request(method, path, {
    token: isToken ? service.owner.tokens[as] : undefined,
    body,
    headers: { ...(as === 'member' ? { cookie, origin: SETTINGS.BASE_URL } : {}), ...headers },
  });
  const location = answer.headers.get('location');
  const isJson = /json/.test(answer.headers.get('content-type') ?? '') && as !== 'visitor';
  return {
    method,
    path,
    as,
    headers,
    ...(body === undefined ? {} : { body }),
    status: answer.status,
    ...(location === null ? {} : { location }),
    ...(isJson && answer.text !== '' ? { contains: answer.json as unknown } : {}),
  };
}

/** Fields whose value is about the moment of the response. */
const PASSING = new Set(['last_used_at', 'last_seen_at', 'expires_at']);

/** Asserts that a response has everything that is expected, with the same values. It may have more fields. */
export function assertContains(actual: unknown, expected: unknown, where: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), where);
    assert.equal(actual.length, expected.length, `${where}: length`);
    for (const [index, one] of expected.entries()) {
      assertContains(actual[index], one, `${where}/${index}`);
    }
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, where);
    for (const [name, value] of Object.entries(expected)) {
      if (PASSING.has(name)) continue;
      assert.ok(name in actual, `${where}/${name} is missing`);
      assertContains((actual as Record<string, unknown>)[name], value, `${where}/${name}`);
    }
  } else {
    assert.deepEqual(actual, expected, where);
  }
}
