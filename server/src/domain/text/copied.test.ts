import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { visitFacts } from '../../visit/facts.ts';
import { clientAddress } from '../access/client-address.ts';
import { campaignOf } from '../click/campaign.ts';
import { truncatedNetwork } from '../click/network.ts';
import { referrerHost } from '../click/referrer.ts';
import { copied } from './copied.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const COUNT = 1000;

/** A text as a request has it: in one piece. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

describe('what is kept of a long text', () => {
  for (const [name, length, kept] of [
    ['a user agent', 15_000, (long, at) => visitFacts({ 'user-agent': flat(`${at} ${long}`) })],
    [
      'a campaign',
      4000,
      (long, at) => campaignOf(flat(`?utm_campaign=a-long-campaign-${at}&other=${long}`)),
    ],
    ['a referrer', 2000, (long, at) => referrerHost(flat(`https://site-${at}.example/${long}`))],
    [
      'the network of a client',
      15_000,
      (long, at) => {
        const forwarded = flat(`${long}, 2001:db8:${at + 1000}:1:2:3:4:5`);
        return truncatedNetwork(
          clientAddress('127.0.0.1', forwarded, (one) => one === '127.0.0.1'),
        );
      },
    ],
  ] as readonly [string, number, (long: string, at: number) => unknown][]) {
    it(`does not keep the rest of it: ${name}`, () => {
      const long = 'x'.repeat(length);
      const before = heapBytes();
      const all = Array.from({ length: COUNT }, (_, at) => kept(long, at));
      const bytes = (heapBytes() - before) / all.length;
      assert.ok(bytes < length * 0.7, `${Math.round(bytes)} bytes for each of ${all.length}`);
    });
  }

  it('is the same text', () => {
    for (const text of ['', 'a', 'Müller', '🌷 tulips', 'Blumen für München 🌷'])
      assert.equal(copied(text), text);
  });
});
