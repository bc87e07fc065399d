import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkRoutes, type LinkRoutes } from './link-routes.ts';
import { ownAddresses } from './own-address.ts';
import { newAppPlatforms, type Platform } from '../app/platform.ts';
import { LOOP, type RouteOverride } from './route.ts';
import { Matcher } from '../template/matcher.ts';
import type { Template } from '../template/template.ts';
import { MAX_LINK_LENGTH, parseBaseUri } from '../text/uri.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);

/** The routes of a link in an app that can have a web base and a template. */
function made(
  uri: string,
  {
    webBase,
    templates = [],
    sent = {},
  }: {
    readonly webBase?: string;
    readonly templates?: readonly Template[];
    readonly sent?: Partial<Record<Platform, RouteOverride>>;
  } = {},
): LinkRoutes {
  const parsed = parseBaseUri(uri);
  if ('issue' in parsed) assert.fail(parsed.issue);
  const platforms = newAppPlatforms();
  if (webBase !== undefined) platforms.web = { ...platforms.web, base: webBase };
  return linkRoutes(uri, parsed.value, sent, { platforms, matcher: new Matcher(templates) }, own);
}

describe('an invalid address in the result', () => {
  /** The result of a template for `x/:a/*rest` on iPhone. */
  const filled = (uri: string, link: string, fallback = ''): LinkRoutes =>
    made(uri, {
      templates: [{ name: 'rest', pattern: 'x/:a/*rest', routes: { iphone: { link, fallback } } }],
    });
  const long = 'a'.repeat(2000);
  const WRONG: readonly [what: string, result: () => LinkRoutes, detail: RegExp][] = [
    ['a URI that loops', () => made('https://go.example/Xk4TqmPr'), new RegExp(LOOP)],
    [
      'a base that makes a loop',
      () => made('Xk4TqmPr', { webBase: 'https://go.example' }),
      new RegExp(`web link .*"https://go.example/Xk4TqmPr".*${LOOP}`),
    ],
    [
      'a template that makes a loop',
      () => filled('x/../Xk4TqmPr', 'https://go.example/x/:a/*rest'),
      new RegExp(LOOP),
    ],
    [
      'a template whose fallback makes a loop',
      () => filled('x/../Xk4TqmPr', 'shop://x', 'https://go.example/x/:a/*rest'),
      new RegExp(`iphone fallback .*${LOOP}`),
    ],
    [
      'user info',
      () => filled('x/y/z', 'https://user:secret@shop.example/:a'),
      /iphone link .* user info/,
    ],
    [
      'a link that is too long',
      () => filled(`x/y/${long}`, 'shop://*rest/*rest/*rest'),
      /is longer than 4096 characters/,
    ],
    [
      'a fallback that is too long',
      () => filled(`x/y/${long}`, 'shop://x', 'https://shop.example/*rest/*rest/*rest'),
      /iphone fallback .*is longer than 4096 characters/,
    ],
    [
      'a link that no browser can read',
      () => filled('x/y/z', 'https://shop.example:99999/:a'),
      /cannot be read as a URL/,
    ],
  ];
  for (const [what, result, detail] of WRONG) {
    it(`is ${what}`, () => {
      const { issues } = result();
      assert.ok(issues.length > 0);
      for (const issue of issues) {
        assert.equal(issue.pointer, '/uri');
        assert.match(issue.detail, detail);
      }
    });
  }

  it('is not reported if the request overrides it', () => {
    const sent = { web: { link: 'https://shop.example/' } };
    assert.deepEqual(made('Xk4TqmPr', { webBase: 'https://go.example', sent }).issues, []);
  });

  it('is a link longer than the limit, but not one of that length', () => {
    const room = MAX_LINK_LENGTH - 2 * 2000 - 'shop://'.length;
    const link = (extra: number): string => `shop://${'b'.repeat(room + extra)}*rest*rest`;
    assert.deepEqual(filled(`x/y/${long}`, link(0)).issues, []);
    assert.equal(filled(`x/y/${long}`, link(1)).issues.length, 1);
  });
});
