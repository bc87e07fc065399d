import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { visitorKey } from './app-launch.ts';
import { DEVICE_COOKIE, factsKey, visitFacts, withCookie } from './facts.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

describe('the facts of a visit', () => {
  it('are read from the headers', () => {
    const facts = visitFacts({ 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"' });
    assert.equal(facts.userAgent, ANDROID);
    assert.equal(facts.device, 'android');
    assert.equal(visitFacts({ 'sec-ch-ua-platform': '"Android"' }).device, 'android');
  });
  it('have defaults without headers', () => {
    assert.deepEqual(
      { ...visitFacts({}), reason: '' },
      {
        userAgent: '',
        agent: { kind: 'tool', browser: '', inApp: '', userAgent: '' },
        visitor: 'tool',
        device: 'desktop',
        perhaps: undefined,
        browser: { inApp: undefined, supportsIntents: false },
        reason: '',
      },
    );
  });
  it('are cropped', () => {
    assert.equal(visitFacts({ 'user-agent': 'x'.repeat(100_000) }).userAgent.length, 512);
  });
  it('have a key for each combination of headers', () => {
    const keys = [
      {},
      { 'user-agent': ANDROID },
      { 'sec-ch-ua-platform': '"Android"' },
      { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Android"' },
      { 'user-agent': ANDROID, 'sec-ch-ua-platform': '"Linux"' },
    ].map(factsKey);
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('a tablet that identifies itself as a computer', () => {
  const MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const found = (userAgent: string, device: string) =>
    withCookie(visitFacts({ 'user-agent': userAgent }), `${DEVICE_COOKIE}=${device}`);

  const ON_IPAD: readonly [name: string, agent: string, inApp: { name?: string } | undefined][] = [
    ['Safari', `${MAC} Version/18.6 Safari/605.1.15`, undefined],
    ['Chrome', `${MAC} CriOS/140 Version/11.1.1 Safari/605.1.15`, undefined],
    ['a web view', MAC, {}],
    ['a web view of an app that adds its name', `${MAC} Shop/3.2`, {}],
    ['LinkedIn', `${MAC} [LinkedInApp]/9.31`, { name: 'LinkedIn' }],
  ];
  for (const [name, agent, inApp] of ON_IPAD) {
    it(`is an iPad with ${name}`, () => {
      const { device, browser } = found(agent, 'ipad');
      assert.equal(device, 'ipad');
      assert.equal(browser.inApp?.name, inApp?.name);
      assert.equal(browser.inApp === undefined, inApp === undefined);
    });
  }
  it('has other pages in a web view than in Safari', () => {
    const [safari, webView] = [`${MAC} Version/18.6 Safari/605.1.15`, MAC];
    assert.notEqual(visitorKey(found(safari, 'ipad')), visitorKey(found(webView, 'ipad')));
  });
  it('is no web view if it is a Mac', () => {
    assert.equal(found(MAC, 'desktop').browser.inApp, undefined);
    assert.equal(visitFacts({ 'user-agent': MAC }).browser.inApp, undefined);
  });
});
