import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { OIDC_FAILURES } from '../../src/domain/access/oidc.ts';
import { startService, type Service } from '../harness.ts';
import { loadFactor } from '../processes.ts';
import { memberOf } from '../manage/people.ts';
import { Browser, startProvider } from '../manage/provider.ts';

const COOKIE = 'smartlink-oidc';
const ODD = [
  '',
  '\0',
  'a\0b',
  'é🎁\u202e',
  '%00%zz',
  "'--",
  '<script>alert(1)</script>',
  'x'.repeat(6000),
];
const SLOWEST_MS = 5000;

type Modify = (query: URLSearchParams) => void;

/** Modified queries of a callback. */
const QUERIES: Readonly<Record<string, Modify>> = {
  nothing: (query) => Array.from(query.keys()).forEach((name) => query.delete(name)),
  'no code': (query) => query.delete('code'),
  'two codes': (query) => query.append('code', 'another'),
  'no state': (query) => query.delete('state'),
  'two states': (query) => query.append('state', query.get('state') ?? ''),
  'a state in capital letters': (query) =>
    query.set('state', query.get('state')?.toUpperCase() ?? ''),
  'another issuer': (query) => query.set('iss', 'https://login.evil.example'),
  'two issuers': (query) => query.append('iss', query.get('iss') ?? ''),
  'an error with the code': (query) => query.set('error', 'access_denied'),
  'an error of its own': (query) => {
    query.delete('code');
    query.set('error', 'invalid_anything');
    query.set('error_description', '<script>alert(1)</script>\r\nset-cookie: a=b');
  },
  ...Object.fromEntries(
    ['__proto__', 'constructor', 'toString'].map((error) => [
      `the error ${error}`,
      (query) => {
        query.delete('code');
        query.set('error', error);
      },
    ]),
  ),
  'tokens in the address': (query) => {
    query.set('id_token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.');
    query.set('access_token', 'x');
  },
  'an answer as a token': (query) => query.set('response', 'eyJhbGciOiJub25lIn0.e30.'),
  'hundreds of parameters': (query) => {
    for (let i = 0; i < 400; i++) query.append(`code[${i}]`, 'x');
    query.append('code', 'y');
  },
  ...Object.fromEntries(
    ODD.map((text) => [
      `the code ${JSON.stringify(text.slice(0, 30))}`,
      (query) => query.set('code', text),
    ]),
  ),
};

/** Modified cookies; their parts are state, nonce, verifier and the page to open. */
const COOKIES: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  nothing: () => '',
  'too few parts': (parts) => parts.slice(0, 2).join('.'),
  'too many parts': (parts) => [...parts, 'x'].join('.'),
  'no nonce': ([state, , verifier, to]) => [state, '', verifier, to].join('.'),
  'a short verifier': ([state, nonce, , to]) => [state, nonce, 'x', to].join('.'),
  'a verifier of others': ([state, nonce, , to]) => [state, nonce, 'A'.repeat(43), to].join('.'),
  'a nonce of others': ([state, , verifier, to]) => [state, 'A'.repeat(43), verifier, to].join('.'),
  'a verifier without end': ([state, nonce, , to]) =>
    [state, nonce, 'A'.repeat(5000), to].join('.'),
  'odd characters': ([state, , verifier, to]) => [state, '\u00ff%00"', verifier, to].join('.'),
};

describe('the callback from a provider', () => {
  let service: Service;
  before(async () => {
    const provider = await startProvider();
    service = await startService({ ...provider.settings, TRUSTED_PROXIES: 'loopback' });
    provider.serve(service);
    provider.account = { sub: 'ada', email: 'ada@shop.example', email_verified: true };
    await memberOf(service, 'ada@shop.example', 'owner');
  });

  let networks = 0;
  /** In a network of its own, because each has an allowance of failures. */
  const newBrowser = (): Browser => new Browser(`198.51.${++networks}.1`);

  /** Sends the callback; returns the address of the redirect, below the service. */
  async function sendCallback(browser: Browser, address: URL): Promise<URL> {
    const began = performance.now();
    const response = await browser.open(address, 'cross-site');
    assert.equal(response.status, 302, await response.text());
    assert.ok(performance.now() - began < SLOWEST_MS * loadFactor());
    const location = new URL(response.headers.get('location') ?? '');
    assert.equal(location.origin, service.url);
    assert.match(location.pathname, /^\/dashboard\//);
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
    return location;
  }
  const jarOf = (browser: Browser) => browser.cookies.get(new URL(service.url).host)!;

  async function refused(browser: Browser, address: URL): Promise<void> {
    const location = await sendCallback(browser, address);
    const failed = location.searchParams.get('failed') ?? '';
    assert.ok((OIDC_FAILURES as readonly string[]).includes(failed), location.href);
    assert.notEqual(failed, 'busy');
    assert.equal(jarOf(browser).has('smartlink'), false);
  }

  test('accepts an unchanged callback', async () => {
    const browser = newBrowser();
    const address = await browser.stopAtCallback(service);
    assert.equal((await sendCallback(browser, address)).pathname, '/dashboard/');
    assert.ok(jarOf(browser).has('smartlink'));
  });

  for (const [what, spoil] of Object.entries(QUERIES)) {
    test(`rejects ${what}`, async () => {
      const browser = newBrowser();
      const address = await browser.stopAtCallback(service);
      spoil(address.searchParams);
      await refused(browser, address);
    });
  }

  for (const [what, spoil] of Object.entries(COOKIES)) {
    test(`rejects a cookie of ${what}`, async () => {
      const browser = newBrowser();
      const address = await browser.stopAtCallback(service);
      const jar = jarOf(browser);
      jar.set(COOKIE, spoil(jar.get(COOKIE)?.split('.') ?? []));
      await refused(browser, address);
    });
  }

  test('never redirects elsewhere, regardless of the cookie', async () => {
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/..//evil',
      '',
    ]) {
      const browser = newBrowser();
      const address = await browser.stopAtCallback(service);
      const jar = jarOf(browser);
      const [state, nonce, verifier] = jar.get(COOKIE)?.split('.') ?? [];
      const kept = [state, nonce, verifier, Buffer.from(to).toString('base64url')];
      jar.set(COOKIE, kept.join('.'));
      assert.equal((await sendCallback(browser, address)).href, `${service.url}/dashboard/`, to);
    }
  });
});
