import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownAddresses } from './own-address.ts';
import { PLATFORMS, type Platform } from '../app/platform.ts';
import { fallbackIssue, isHttp, linkIssue, routesForToken, type Routes } from './route.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);
const LOOP = 'https://go.example/Xk4TqmPr';

/** `'web ipad'`: routes of these platforms, each with the name of its platform. */
function routesOf(names: string): Routes {
  const platforms = names.split(' ').filter((name) => name !== '');
  return Object.fromEntries(
    platforms.map((name) => [name, { link: `https://${name}.example`, fallback: '' }]),
  );
}

describe('the routes that a token can read', () => {
  const ALL = PLATFORMS.join(' ');
  const SEEN: readonly [token: Platform | 'server', link: string, seen: string][] = [
    ['server', ALL, ALL],
    ['server', 'web android', 'web android'],
    ['server', '', ''],
    ['web', ALL, 'web'],
    ['web', 'iphone ipad universal android', ''],
    ['android', ALL, 'android'],
    ['android', 'web iphone ipad universal', ''],
    ['iphone', ALL, 'iphone'],
    ['iphone', 'web ipad universal android', 'universal'],
    ['iphone', 'web ipad android', ''],
    ['ipad', ALL, 'ipad'],
    ['ipad', 'web iphone universal android', 'universal'],
    ['ipad', 'web iphone android', ''],
    ['universal', ALL, 'universal'],
    ['universal', 'web iphone ipad android', 'iphone ipad'],
    ['universal', 'web iphone android', 'iphone'],
    ['universal', 'web ipad android', 'ipad'],
    ['universal', 'web android', ''],
  ];
  for (const [token, link, seen] of SEEN) {
    it(`${token} token, link with ${link || 'no routes'}: ${seen || 'none'}`, () => {
      const platform = token === 'server' ? undefined : token;
      assert.deepEqual(routesForToken(routesOf(link), platform), routesOf(seen));
    });
  }
});

describe('the link of a route', () => {
  const LINKS: readonly [platform: Platform, link: string, issue: RegExp | undefined][] = [
    ['web', 'https://shop.example/p/5', undefined],
    ['web', 'http://shop.example', undefined],
    ['web', 'HTTPS://shop.example', undefined],
    ['web', 'com.shop.app://p/5', /must be an http\(s\) address on the web platform/],
    ['web', 'market://details?id=1', /must be an http\(s\) address on the web platform/],
    ['iphone', 'com.shop.app://p/5', undefined],
    ['iphone', 'com.shop.app:p/5', undefined],
    ['iphone', 'https://shop.example/p/5', undefined],
    ['android', 'market://details?id=1', undefined],
    ['android', 'products/5', /must be absolute/],
    ['android', '/products/5', /must be absolute/],
    ['android', '//shop.example/p', /must be absolute/],
    ['android', 'intent://p#Intent;scheme=shop;end', /"intent:", which is refused/],
    ['ipad', 'javascript:alert(1)', /"javascript:", which is refused/],
    ['ipad', 'https://user:secret@shop.example/', /user info/],
    ['universal', LOOP, /points to smart links of this service/],
    ['web', LOOP, /points to smart links of this service/],
    ['web', 'https://go.example/docs', undefined],
  ];
  for (const [platform, link, issue] of LINKS) {
    it(`${link} on ${platform} is ${issue ? 'rejected' : 'accepted'}`, () => {
      const found = linkIssue(platform, link, own);
      if (issue) assert.match(found ?? '', issue);
      else assert.equal(found, undefined);
    });
  }
});

describe('the fallback of a route', () => {
  const FALLBACKS: readonly [fallback: string, issue: RegExp | undefined][] = [
    ['', undefined],
    ['https://apps.apple.com/app/id1', undefined],
    ['http://shop.example', undefined],
    ['itms-apps://apps.apple.com/app/id1', undefined],
    ['market://details?id=com.shop.app', undefined],
    ['market:details?id=com.shop.app', undefined],
    ['MARKET://details?id=com.shop.app', undefined],
    ['com.shop.app://p/5', /must be an http\(s\) address, an app store address/],
    ['mailto:shop@shop.example', /must be an http\(s\) address, an app store address/],
    ['markets://details', /must be an http\(s\) address, an app store address/],
    ['store', /must be an http\(s\) address, an app store/],
    ['@web', /must be an http\(s\) address, an app store/],
    ['data:text/html,x', /"data:", which is refused/],
    ['https://user@shop.example', /user info/],
    [LOOP, /points to smart links of this service/],
  ];
  for (const [fallback, issue] of FALLBACKS) {
    it(`"${fallback}" is ${issue ? 'rejected' : 'accepted'}`, () => {
      const found = fallbackIssue(fallback, own);
      if (issue) assert.match(found ?? '', issue);
      else assert.equal(found, undefined);
    });
  }
});

describe('an address without own addresses', () => {
  it('is not checked for loops', () => {
    assert.equal(linkIssue('web', LOOP, undefined), undefined);
    assert.equal(fallbackIssue(LOOP, undefined), undefined);
  });
  it('is recognized as http(s) in any letter case', () => {
    for (const address of ['http://a', 'https://a', 'HTTP://a']) assert.ok(isHttp(address));
    for (const address of ['', 'a', '/a', 'shop://a', 'https', 'httpss://a', '//a']) {
      assert.ok(!isHttp(address), address);
    }
  });
});
