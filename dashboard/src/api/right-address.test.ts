import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rightAddress } from './right-address.ts';

const PAGE = 'http://localhost:8080/dashboard/';

const TABLE: readonly (readonly [
  href: string,
  serviceUrl: string | undefined,
  expected: string | undefined,
])[] = [
  [PAGE, 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/dashboard/'],
  ['http://localhost:8080/dashboard', 'https://a.example', 'https://a.example/dashboard/'],
  [
    `${PAGE}shop/links?q=a%20b&tag=%23x`,
    'https://a.example',
    'https://a.example/dashboard/shop/links?q=a%20b&tag=%23x',
  ],
  [
    `${PAGE}invitation#secret`,
    'https://a.example:8443/smart',
    'https://a.example:8443/smart/dashboard/invitation#secret',
  ],
  [`${PAGE}a`, 'https://a.example/smart/', 'https://a.example/smart/dashboard/a'],
  // The path cannot change the host.
  [`${PAGE}/b.example/`, 'https://a.example', 'https://a.example/dashboard//b.example/'],
  [`${PAGE}@b.example`, 'https://a.example', 'https://a.example/dashboard/@b.example'],
  // The scheme and the port are part of the address.
  [PAGE, 'https://localhost:8080', 'https://localhost:8080/dashboard/'],
  [PAGE, 'http://localhost:8081', 'http://localhost:8081/dashboard/'],
  // The same address.
  [PAGE, 'http://localhost:8080', undefined],
  [PAGE, 'http://LOCALHOST:8080/smart', undefined],
  // Nothing to lead to.
  [PAGE, undefined, undefined],
  [PAGE, '', undefined],
  [PAGE, 'javascript:alert(1)', undefined],
  [PAGE, 'data:text/html,a', undefined],
];

describe('the right address of a page', () => {
  for (const [href, serviceUrl, expected] of TABLE) {
    it(`${href} of ${serviceUrl}`, () =>
      assert.equal(rightAddress({ href, base: PAGE }, serviceUrl), expected));
  }
});
