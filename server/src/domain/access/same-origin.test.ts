import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameOrigin } from './same-origin.ts';

const OWN = 'https://go.shop.example';

test('only pages of the service itself may write, or read with a cookie', () => {
  const TABLE: [site: string | undefined, origin: string | undefined, boolean, boolean][] = [
    ['same-origin', undefined, true, true],
    ['same-origin', OWN, true, true],
    ['same-origin', 'https://evil.example', false, false],
    ['same-origin', 'null', false, false],
    ['same-origin', '', false, false],
    ['none', undefined, true, false],
    ['none', OWN, true, false],
    ['none', 'https://evil.example', false, false],
    ['same-site', OWN, false, false],
    ['cross-site', OWN, false, false],
    ['Same-Origin', OWN, false, false],
    ['same-origin, cross-site', OWN, false, false],
    ['', OWN, false, false],
    [undefined, OWN, true, true],
    [undefined, 'null', false, false],
    [undefined, '', false, false],
    [undefined, `${OWN}:8443`, false, false],
    [undefined, 'http://go.shop.example', false, false],
    [undefined, undefined, true, false],
  ];
  for (const [site, origin, reads, writes] of TABLE) {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      const expected = method === 'GET' || method === 'HEAD' ? reads : writes;
      const where = `${method} ${site} ${origin}`;
      assert.equal(isSameOrigin({ method, site, origin }, OWN), expected, where);
    }
  }
});
