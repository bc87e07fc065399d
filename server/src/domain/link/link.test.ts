import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Issue } from '../text/issue.ts';
import { parseJson } from '../text/json.ts';
import { runToEnd } from '../text/steps.ts';
import { newLink, readLinkRequest, type NewLink } from './link.ts';
import { ownAddresses } from './own-address.ts';
import { OwnTargets } from './own-targets.ts';
import { newAppPlatforms, PLATFORMS } from '../app/platform.ts';
import { Matcher } from '../template/matcher.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);
const LOOP = 'https://go.example/Xk4TqmPr';
const PLAIN = { platforms: newAppPlatforms(), matcher: new Matcher([]) };

function parse(text: string, rules = PLAIN): { link: NewLink } | { issues: readonly Issue[] } {
  const parsed = parseJson(text);
  if ('issue' in parsed) assert.fail(`${parsed.issue.pointer} ${parsed.issue.detail}`);
  return newLink(readLinkRequest(parsed.json, own), rules, own);
}

function linkOf(text: string, rules = PLAIN): NewLink {
  const parsed = parse(text, rules);
  if ('issues' in parsed) assert.fail(JSON.stringify(parsed.issues));
  return parsed.link;
}

function issuesOf(body: unknown): readonly Issue[] {
  const parsed = parse(typeof body === 'string' ? body : JSON.stringify(body));
  return 'issues' in parsed ? parsed.issues : [];
}

describe('a request to create a link', () => {
  it('requires only a URI', () => {
    const same = { link: 'products/5', fallback: '' };
    assert.deepEqual(linkOf('{"uri":"products/5"}'), {
      uri: 'products/5',
      unique: false,
      routes: Object.fromEntries(PLATFORMS.map((platform) => [platform, same])),
      overrides: undefined,
      template: undefined,
      rules: undefined,
      metadata: undefined,
      redeemLimit: undefined,
      validForSeconds: undefined,
    });
  });

  it('is kept as it was sent', () => {
    const matcher = new Matcher([{ name: 'product', pattern: 'products/:id', routes: {} }]);
    const routes = '{"android":{"link":"shop://p/5"},"web":{"fallback":""}}';
    const metadata = '{ "b" : 1.10 , "a" : [ "\\u00e9" ] }';
    const link = linkOf(
      `{"uri":"/products/5?a","unique":true,"redeem_limit":1,"metadata": ${metadata} ,"routes":${routes}}`,
      { ...PLAIN, matcher },
    );
    assert.equal(link.uri, '/products/5?a');
    assert.equal(link.unique, true);
    assert.equal(link.redeemLimit, 1);
    assert.equal(link.metadata, metadata);
    assert.equal(link.template, 'product');
    assert.deepEqual(link.overrides, JSON.parse(routes));
    assert.deepEqual(link.routes.android, { link: 'shop://p/5', fallback: '' });
  });

  const RIGHT: readonly (object | string)[] = [
    { uri: 'a'.repeat(2048) },
    { uri: '🎁'.repeat(2048) },
    { uri: 'a', redeem_limit: 2_147_483_647 },
    { uri: 'a', redeem_limit: 1 },
    '{"uri":"a","redeem_limit":1.0000000000000000000}',
    { uri: 'a', unique: false, metadata: {} },
    { uri: 'a', routes: {} },
    { uri: 'a', routes: { web: {} } },
    { uri: 'a', routes: { web: { link: `https://shop.example/${'a'.repeat(2027)}` } } },
    { uri: 'a', routes: { ipad: { fallback: 'itms-apps://apps.apple.com/app/id1' } } },
  ];
  for (const body of RIGHT) {
    it(`accepts ${JSON.stringify(body).slice(0, 80)}`, () => assert.deepEqual(issuesOf(body), []));
  }

  const WRONG: readonly [body: unknown, at: string, detail: RegExp][] = [
    [{}, '/uri', /^is required$/],
    [[], '', /^must be an object, not an array$/],
    ['"products/5"', '', /^must be an object/],
    [{ uri: '' }, '/uri', /^must not be empty$/],
    [{ uri: 5 }, '/uri', /^must be a string/],
    [{ uri: 'a'.repeat(2049) }, '/uri', /^must have at most 2048 characters$/],
    [{ uri: 'a'.repeat(100_000) }, '/uri', /^must have at most 2048 characters$/],
    [{ uri: 'javascript:alert(1)' }, '/uri', /"javascript:", which is refused/],
    [{ uri: 'https://user@shop.example' }, '/uri', /user info/],
    [{ uri: 'a', redeemLimit: 1 }, '/redeemLimit', /did you mean "redeem_limit"\?/],
    [{ uri: 'a', redeem_limit: 0 }, '/redeem_limit', /^must be >= 1$/],
    [{ uri: 'a', redeem_limit: -1 }, '/redeem_limit', /^must be >= 1$/],
    [{ uri: 'a', redeem_limit: 2_147_483_648 }, '/redeem_limit', /^must be <= 2147483647$/],
    [{ uri: 'a', redeem_limit: 1.5 }, '/redeem_limit', /whole number, not a fraction/],
    ['{"uri":"a","redeem_limit":0.99999999999999999}', '/redeem_limit', /not a fraction/],
    ['{"uri":"a","redeem_limit":100000000000000001e-17}', '/redeem_limit', /not a fraction/],
    [{ uri: 'a', redeem_limit: '1' }, '/redeem_limit', /whole number, not a string/],
    [{ uri: 'a', redeem_limit: null }, '/redeem_limit', /whole number, not null/],
    [{ uri: 'a', unique: 1 }, '/unique', /^must be true or false/],
    [{ uri: 'a', metadata: null }, '/metadata', /^must be an object, not null$/],
    [{ uri: 'a', metadata: { b: true } }, '/metadata/b', /not a boolean$/],
    [{ uri: 'a', routes: null }, '/routes', /^must be an object, not null$/],
    [
      { uri: 'a', routes: { windows: {} } },
      '/routes/windows',
      /unknown field; known names are web, iphone/,
    ],
    [{ uri: 'a', routes: { Android: {} } }, '/routes/Android', /did you mean "android"\?/],
    [{ uri: 'a', routes: { web: 'https://a' } }, '/routes/web', /^must be an object/],
    [{ uri: 'a', routes: { web: { url: 'x' } } }, '/routes/web/url', /unknown field/],
    [{ uri: 'a', routes: { web: { link: '' } } }, '/routes/web/link', /^must not be empty$/],
    [
      { uri: 'a', routes: { web: { link: 'shop://x' } } },
      '/routes/web/link',
      /must be an http\(s\)/,
    ],
    [{ uri: 'a', routes: { ipad: { link: LOOP } } }, '/routes/ipad/link', /smart links of this/],
    [{ uri: 'a', routes: { ipad: { fallback: '@web' } } }, '/routes/ipad/fallback', /app store/],
    [
      { uri: 'a', routes: { ipad: { fallback: null } } },
      '/routes/ipad/fallback',
      /^must be a string/,
    ],
    [
      { uri: 'a', routes: { web: { link: `https://shop.example/${'a'.repeat(2028)}` } } },
      '/routes/web/link',
      /^must have at most 2048 characters$/,
    ],
    ['{"uri":"a","__proto__":{"unique":true}}', '/__proto__', /unknown field/],
    ['{"uri":"a","routes":{"__proto__":{"link":"x"}}}', '/routes/__proto__', /unknown field/],
    ['{"uri":"a","routes":{"constructor":{}}}', '/routes/constructor', /unknown field/],
  ];
  for (const [body, at, detail] of WRONG) {
    it(`rejects ${JSON.stringify(body).slice(0, 80)} at ${at}`, () => {
      const issues = issuesOf(body);
      assert.deepEqual(
        issues.map((issue) => issue.pointer),
        [at],
      );
      assert.match(issues[0]?.detail ?? '', detail);
    });
  }

  it('rejects a loop at its URI, for any routes', () => {
    const elsewhere = { link: 'https://shop.example' };
    const routes = Object.fromEntries(PLATFORMS.map((platform) => [platform, elsewhere]));
    const issues = issuesOf({ uri: LOOP, routes });
    assert.deepEqual(
      issues.map((issue) => issue.pointer),
      ['/uri'],
    );
  });

  it('reports all errors at once', () => {
    const body =
      '{"uri":"javascript:x","redeemLimit":1,"redeem_limit":0,"unique":"yes","metadata":{"a":null,"b":{}},' +
      '"routes":{"web":{"link":"shop://x","fallback":"y","z":1},"ipad":1,"tv":{},"android":{"link":"intent:x"}}}';
    assert.deepEqual(
      issuesOf(body)
        .map((issue) => issue.pointer)
        .toSorted(),
      [
        '/metadata/a /metadata/b /redeemLimit /redeem_limit /routes/android/link /routes/ipad',
        '/routes/tv /routes/web/fallback /routes/web/link /routes/web/z /unique /uri',
      ].flatMap((line) => line.split(' ')),
    );
  });

  it('reports the errors of routes that do not depend on an invalid URI', () => {
    const { platforms } = PLAIN;
    const web = { ...platforms.web, base: 'https://shop.example' };
    const android = { ...platforms.android, enabled: false };
    const rules = { ...PLAIN, platforms: { ...platforms, web, android } };
    const targets = runToEnd(OwnTargets.of(rules.platforms, []));
    const body = {
      routes: {
        web: { link: 'https://shop.example/a' },
        iphone: { link: 'https://other.example/a', fallback: 'https://shop.example/' },
        ipad: { link: 'x' },
        android: { fallback: '' },
      },
    };
    const parsed = parseJson(JSON.stringify(body));
    if ('issue' in parsed) assert.fail(parsed.issue.detail);
    const made = newLink(readLinkRequest(parsed.json, own), rules, own, { targets });
    assert.deepEqual(
      ('issues' in made ? made.issues : []).map(({ pointer: at }) => at).toSorted(),
      ['/routes/android/link', '/routes/ipad/link', '/routes/iphone/link', '/uri'],
    );
  });

  it('reports what the URI makes of the valid routes together with the errors of others', () => {
    const { platforms } = PLAIN;
    const web = { ...platforms.web, base: 'https://shop.example' };
    const ipad = { ...platforms.ipad, base: 'https://ipad.shop.example' };
    const rules = { ...PLAIN, platforms: { ...platforms, web, ipad } };
    const body = { uri: 'a/../b', routes: { ipad: { link: 'x' }, tv: {} } };
    const parsed = parse(JSON.stringify(body), rules);
    const issues = 'issues' in parsed ? parsed.issues : [];
    const pointers = issues.map((issue) => issue.pointer);
    assert.deepEqual(pointers.toSorted(), ['/routes/ipad/link', '/routes/tv', '/uri']);
    assert.match(issues.find(({ pointer }) => pointer === '/uri')?.detail ?? '', /the web link/);
    const none = issuesOf({ uri: 'a/../b', routes: 1 }).map((issue) => issue.pointer);
    assert.deepEqual(none, ['/routes']);
  });

  it('reports a loop together with other errors', () => {
    const pointers = issuesOf({ uri: LOOP, redeem_limit: 0 }).map((issue) => issue.pointer);
    assert.deepEqual(new Set(pointers), new Set(['/uri', '/redeem_limit']));
  });
});
