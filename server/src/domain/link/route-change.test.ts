import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedRoutes, type RouteChanges } from './route-change.ts';
import type { Routes } from './route.ts';

const WEB = { link: 'https://a.example/', fallback: '' };
const IPHONE = { link: 'a://b', fallback: 'https://a.example/', skip_page: true } as const;
const BEFORE: Routes = { web: WEB, iphone: IPHONE };

describe('a change of routes', () => {
  const cases: readonly (readonly [what: string, RouteChanges, Routes])[] = [
    ['nothing', {}, BEFORE],
    ['of what stays the same', { web: {}, ipad: null }, BEFORE],
    [
      'a link',
      { web: { link: 'https://b.example/' } },
      { ...BEFORE, web: { link: 'https://b.example/', fallback: '' } },
    ],
    [
      'a fallback away',
      { iphone: { fallback: '' } },
      { ...BEFORE, iphone: { ...IPHONE, fallback: '' } },
    ],
    [
      'a page skipped',
      { web: { skip_page: true } },
      { ...BEFORE, web: { ...WEB, skip_page: true } },
    ],
    [
      'a page shown again',
      { iphone: { skip_page: false } },
      { web: WEB, iphone: { link: IPHONE.link, fallback: IPHONE.fallback } },
    ],
    [
      'one more',
      { android: { link: 'a://c' } },
      { ...BEFORE, android: { link: 'a://c', fallback: '' } },
    ],
    ['one less', { web: null }, { iphone: IPHONE }],
    ['all away', { web: null, iphone: null }, {}],
  ];
  for (const [what, changes, after] of cases) {
    it(`makes ${what}`, () => {
      assert.deepEqual(changedRoutes(BEFORE, changes), { routes: after });
    });
  }

  it('keeps the order of platforms, so that equal routes are equal text', () => {
    const changed = changedRoutes({ android: WEB }, { web: WEB });
    assert.ok('routes' in changed);
    assert.deepEqual(Object.keys(changed.routes), ['web', 'android']);
  });

  it('requires a link for every new platform', () => {
    const changed = changedRoutes(BEFORE, { ipad: {}, android: { fallback: '' }, web: {} });
    assert.ok('issues' in changed);
    assert.deepEqual(
      changed.issues.map(({ pointer }) => pointer),
      ['/routes/ipad/link', '/routes/android/link'],
    );
  });
});
