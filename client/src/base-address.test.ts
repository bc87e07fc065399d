import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseAddress } from './base-address.ts';
import { createClient } from './index.ts';
import { createServerClient } from './server.ts';

describe('the option baseUrl', () => {
  const GOOD: readonly [given: string, taken: string][] = [
    ['https://go.shop.example', 'https://go.shop.example'],
    ['https://go.shop.example/', 'https://go.shop.example'],
    ['https://go.shop.example//', 'https://go.shop.example'],
    ['HTTPS://Go.Shop.Example:8443', 'HTTPS://Go.Shop.Example:8443'],
    ['https://shop.example/links', 'https://shop.example/links'],
    ['https://shop.example/links/', 'https://shop.example/links'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/a/b//', 'http://localhost:8080/a/b'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://bücher.example', 'https://bücher.example'],
  ];
  for (const [given, taken] of GOOD) {
    it(`accepts ${given}`, () => assert.equal(baseAddress('baseUrl', given), taken));
  }

  const BAD: readonly [given: unknown, issue: RegExp, meant?: string][] = [
    [undefined, /^baseUrl is missing/],
    ['', /^baseUrl is missing/],
    ['  ', /^baseUrl is missing/],
    [5, /^baseUrl is missing/],
    ['go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['go.shop.example/', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    [
      'go.shop.example:8443/links',
      / is ".*"\. Pass an address/,
      'https://go.shop.example:8443/links',
    ],
    ['//go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['localhost:8080', / is ".*"\. Pass an address/, 'http://localhost:8080'],
    ['127.0.0.1:8080', / is ".*"\. Pass an address/, 'http://127.0.0.1:8080'],
    ['[::1]:8080', / is ".*"\. Pass an address/, 'http://[::1]:8080'],
    ['https:/go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['http:/go.shop.example', / is ".*"\. Pass an address/, 'http://go.shop.example'],
    ['https:\\\\go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['htps://go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['ftp://go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['com.shop.app://go', / is ".*"\. Pass an address/, 'https://go'],
    [' https://go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['https://go.shop.example ', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['https://go.shop.example?a=1', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['https://go.shop.example/#a', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['https://me:pw@go.shop.example', / is ".*"\. Pass an address/, 'https://go.shop.example'],
    ['https://', / is ".*"\. Pass an address/],
    ['https://:8080', / is ".*"\. Pass an address/],
    ['https://go.shop.example:99999', / is ".*"\. Pass an address/],
    ['https://go.shop.example:x', / is ".*"\. Pass an address/],
    ['https://go shop.example', / is ".*"\. Pass an address/],
    ['/links', / is ".*"\. Pass an address/],
    ['/', / is ".*"\. Pass an address/],
    ['javascript:alert(1)', / is ".*"\. Pass an address/],
  ];
  for (const [given, issue, meant] of BAD) {
    it(`rejects ${JSON.stringify(given)}${meant ? `: ${meant} was meant` : ''}`, () => {
      assert.throws(
        () => baseAddress('baseUrl', given),
        (error: Error) => {
          assert.equal(error.name, 'TypeError');
          assert.match(error.message, issue);
          const suggested = /Did you mean "(.*)"\?$/.exec(error.message)?.[1];
          assert.equal(suggested, meant, error.message);
          // The suggestion is accepted.
          if (suggested !== undefined) baseAddress('baseUrl', suggested);
          return true;
        },
      );
    });
  }

  it('takes time linear in the length', () => {
    for (const text of [
      'a'.repeat(1e6),
      'https://'.repeat(1e5),
      '/'.repeat(1e6),
      'a:'.repeat(5e5),
    ]) {
      const start = process.cpuUsage();
      assert.throws(() => baseAddress('baseUrl', `${text} `));
      const { user } = process.cpuUsage(start);
      assert.ok(user < 5_000_000, `${user} µs for "${text.slice(0, 8)}"`);
    }
  });

  it('is validated when the client is created, and so is links', () => {
    const token = 'sl_web_x';
    const baseUrl = 'https://go.shop.example';
    assert.throws(
      () => createClient({ baseUrl: 'go.shop.example', token }),
      /^TypeError: baseUrl is "go\.shop\.example"\. Pass an address such as .* Did you mean "https:\/\/go\.shop\.example"\?$/,
    );
    assert.throws(
      () => createServerClient({ baseUrl: 'go.shop.example', token: 'sl_server_x' }),
      /Did you mean "https:\/\/go\.shop\.example"/,
    );
    assert.throws(
      () => createClient({ baseUrl, token, links: [baseUrl, 'shop.link'] }),
      /^TypeError: links\[1\] is "shop\.link".*"https:\/\/shop\.link"/,
    );
  });
});
