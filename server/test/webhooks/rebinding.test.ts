import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { describe, it } from 'node:test';
import { fetchPage } from '../../src/actions/social/fetch-page.ts';
import { sendEvent } from '../../src/jobs/webhooks/send.ts';
import { afterAll } from '../harness.ts';

// The responses of the resolver, which no test can control otherwise. Everything behind them is real.
const original = dns.lookup as (...parameters: unknown[]) => void;
const HOST = 'hooks.shop.example';
let responses: readonly (readonly string[])[] = [];
let lookups = 0;
dns.lookup = ((host: string, options: object, done: (...result: unknown[]) => void) => {
  if (host !== HOST) return original(host, options, done);
  const addresses = responses[lookups++] ?? [];
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}) as unknown as typeof dns.lookup;
syncBuiltinESMExports();
afterAll(() => {
  dns.lookup = original as typeof dns.lookup;
  syncBuiltinESMExports();
});

describe('a name whose addresses change', () => {
  const never = new AbortController().signal;
  const event = { id: 'evt_a', payload: '{}' };
  const send = () => {
    const target = { url: `https://${HOST}/`, secrets: [], toPrivate: false };
    return sendEvent(target, event, Date.now, never);
  };

  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ]) {
    it(`gets nothing if it leads to ${addresses.join(' and ')}, and is resolved once`, async () => {
      // A second lookup, which could lead elsewhere than the checked one, would find a public address.
      responses = [addresses, ['8.8.8.8']];
      lookups = 0;
      const result = await send();
      assert.equal(result?.error, 'the host leads to an address that is not public');
      assert.equal(lookups, 1);
      lookups = 0;
      assert.equal(await fetchPage(`http://${HOST}/`, false, never), undefined);
      assert.equal(lookups, 1);
    });
  }
});
