import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { hasDotSegment } from './dot-segments.ts';
import { linkRoutes } from '../link/link-routes.ts';
import { Matcher } from './matcher.ts';
import { newAppPlatforms } from '../app/platform.ts';
import { parseBaseUri } from '../text/uri.ts';

describe('hasDotSegment', () => {
  const FOUND = [
    'https://shop.example/safe/..',
    'https://shop.example/safe/../x',
    'https://shop.example/./x',
    'https://shop.example/.',
    'https://shop.example/safe/%2e%2E/x',
    'https://shop.example/safe/.%2E',
    'https://shop.example/safe/..%2fx',
    'https://shop.example/safe/x%2F..',
    'https://shop.example/safe/..%5cx',
    'https://shop.example/safe/..\\x',
    'https://shop.example/safe/%252e%252e/x',
    'https://shop.example/safe/..;a=1/x',
    'https://shop.example/safe/%zz/%2e%2e',
    'com.shop.app://product/..',
    'com.shop.app://..',
    'com.shop.app:..',
  ];
  for (const address of FOUND) {
    it(`is true for ${address}`, () => assert.equal(hasDotSegment(address), true));
  }

  const FREE = [
    'https://shop.example/safe/x',
    'https://shop.example/.well-known/x',
    'https://shop.example/...',
    'https://shop.example/a..b/..c/d..',
    'https://shop.example/x?next=/../y',
    'https://shop.example/x#/../y',
    'https://shop.example/50%25/a%2fb',
    'com.shop.app://product/1.5',
  ];
  for (const address of FREE) {
    it(`is false for ${address}`, () => assert.equal(hasDotSegment(address), false));
  }
});

describe('an address from a template or a base', () => {
  const DOTS = '.. . %2e %2E .%2e %2e%2e ..%2f %252e 2e'.split(' ');
  const OTHERS = '%2f %2F %5c \\ / // %25 ; x é %zz % ? # : @ safe admin'.split(' ');
  const hostile = fc.constantFrom(' ', ...DOTS, ...OTHERS);
  const path = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(''));
  const SAFE: readonly [pattern: string, link: string, prefix: string][] = [
    ['p/:id', 'https://shop.example/safe/:id', '/safe/'],
    ['p/:a/:b', 'https://shop.example/safe/.:a:b', '/safe/'],
    ['p/:a/:b', 'https://shop.example/safe/%2:a%2:b/x', '/safe/'],
    ['p/:id', 'com.shop.app://host/safe/:id', '/safe/'],
    ['p/*rest', 'https://shop.example/safe/*rest', '/safe/'],
    ['p/*rest', 'com.shop.app://host/safe/*rest/end', '/safe/'],
    ['*rest', 'https://shop.example/safe/deep/*rest', '/safe/deep/'],
  ];
  const BASES: readonly [base: string, prefix: string][] = [
    ['https://shop.example/app', '/app'],
    ['https://shop.example/app/', '/app/'],
    ['com.shop.app://host/app', '/app'],
  ];

  const inside = (link: string, prefix: string): boolean => {
    const { pathname } = new URL(link);
    return pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
  };
  /** The result for `android`; undefined if no link can be created. */
  const made = (uri: string, matcher: Matcher, base?: string): string | undefined => {
    const parsed = parseBaseUri(uri);
    if ('issue' in parsed) return undefined;
    const platforms = newAppPlatforms();
    platforms.android = { ...platforms.android, ...(base === undefined ? {} : { base }) };
    const { routes, match, issues } = linkRoutes(
      uri,
      parsed.value,
      {},
      { platforms, matcher },
      undefined,
    );
    if (issues.length > 0 || (base === undefined && !match)) return undefined;
    return routes.android?.link;
  };
  const prefixes = fc.constantFrom('', '/', 'https://other.example/', 'https://shop.example/');

  it("keeps the beginning of the template's route for any captured text", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...SAFE),
        prefixes,
        path,
        ([pattern, link, prefix], front, text) => {
          const template = { name: 'safe', pattern, routes: { android: { link } } };
          const uri = `${front}${pattern.startsWith('*') ? '' : 'p/'}${text}`;
          const out = made(uri, new Matcher([template]));
          if (out === undefined) return;
          compared++;
          assert.ok(inside(out, prefix), `${uri} makes ${out}`);
        },
      ),
      { numRuns: 5000 },
    );
    assert.ok(compared > 500, `${compared} links were made`);
  });

  it('keeps the beginning of the base for any URI', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.constantFrom(...BASES), prefixes, path, ([base, prefix], front, text) => {
        const out = made(`${front}${text}`, new Matcher([]), base);
        if (out === undefined) return;
        compared++;
        assert.ok(inside(out, prefix), `${front}${text} makes ${out}`);
      }),
      { numRuns: 5000 },
    );
    assert.ok(compared > 500, `${compared} links were made`);
  });

  it('is rejected at the URI, with the platform and the reason', () => {
    const template = {
      name: 't',
      pattern: 'safe/:id',
      routes: { web: { link: 'https://shop.example/safe/:id' } },
    };
    const rules = { platforms: newAppPlatforms(), matcher: new Matcher([template]) };
    // The result has the same text as the request, and is rejected anyway.
    const uri = 'https://shop.example/safe/%2e%2e';
    const parsed = parseBaseUri(uri);
    if ('issue' in parsed) assert.fail(parsed.issue);
    const { issues } = linkRoutes(uri, parsed.value, {}, rules, undefined);
    assert.deepEqual(
      issues.map(({ pointer }) => pointer),
      ['/uri'],
    );
    assert.match(issues[0]?.detail ?? '', /^the web link .* has a "\." or "\.\." segment/);
  });
});
