import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withinDashboard } from './within-dashboard.ts';

it('the path after the sign-in is always a page of the dashboard', () => {
  const TABLE: readonly [to: string | undefined, path: string][] = [
    [undefined, '/'],
    ['/shop/links', '/shop/links'],
    ['/shop/links?tag=spring#top', '/shop/links?tag=spring#top'],
    ['/a/../shop', '/shop'],
    ['', '/'],
    ['shop', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['/\n/evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['/..', '/'],
    ['/../CODE', '/'],
    ['/../../CODE', '/'],
    ['/%2e%2e/CODE', '/'],
    ['/..//evil.example/', '/'],
    ['/%2e%2e//evil.example/', '/'],
    ['/../dashboard-other', '/'],
  ];
  for (const base of ['/dashboard', '/go/links/dashboard']) {
    for (const [to, path] of TABLE) assert.equal(withinDashboard(base, to), base + path, to);
  }
});
