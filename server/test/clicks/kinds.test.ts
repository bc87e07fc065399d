import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment } from '../../src/config.ts';
import { SHOP, startService, type Service } from '../harness.ts';
import { newMigratedStore } from '../store.ts';
import { allEqual, by, openClickReader, rawRows, sumsOf } from './click-store.ts';
import { noonClock } from './noon-clock.ts';
import { clicksSettled } from './settled.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const INSTAGRAM = `${IPHONE.replace(' Version/18.6', '').replace(' Safari/604.1', '')} Instagram 400.0.0 (iPhone15,2; iOS 18_6)`;

interface Opening {
  readonly method?: 'GET' | 'HEAD';
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a link; returns the status. */
async function open(address: string, { method = 'GET', query = '', headers = {} }: Opening = {}) {
  const response = await fetch(address + query, {
    method,
    redirect: 'manual',
    headers: { 'user-agent': CHROME, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}

async function stored(environment: Environment = {}, openAll: (service: Service) => Promise<void>) {
  const DATABASE_URL = await newMigratedStore();
  const service = await startService({ ...environment, DATABASE_URL }, { now: noonClock() });
  await openAll(service);
  await clicksSettled(service);
  await service.stop();
  return openClickReader({ ...environment, DATABASE_URL });
}

describe('a recorded visit', () => {
  it('has the kind of its request', async () => {
    const reader = await stored({}, async (service) => {
      const { address } = await service.create({ uri: 'https://shop.example/x' });
      // The first one reads the link, the others are answered from the cache.
      for (const opening of [
        {},
        {},
        { method: 'HEAD' },
        { headers: { 'sec-purpose': 'prefetch;prerender' } },
        { headers: { purpose: 'prefetch' } },
        { headers: { 'user-agent': 'curl/8.5.0' } },
        { headers: { 'user-agent': '' } },
        { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } },
        {
          headers: {
            'user-agent':
              'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
          },
        },
      ] as const) {
        await open(address, opening);
      }
    });
    assert.deepEqual(await by(reader, 'kind'), {
      bot: 1,
      head: 1,
      human: 2,
      prefetch: 2,
      preview: 1,
      tool: 2,
    });
    assert.deepEqual(await by(reader, 'outcome'), { preview: 2, redirect: 7 });
    assert.deepEqual(await sumsOf(reader), allEqual(9));
    assert.equal(await rawRows(reader), 9);
    const totals = await reader.rows<{ visitors: number }>(
      "select t.visitors from link_totals t join click_texts k on k.id = t.kind where k.text = 'human'",
    );
    assert.deepEqual(
      totals.map(({ visitors }) => visitors),
      [1],
      'two clicks of one visitor',
    );
    await reader.close();
  });

  it('has the values of its headers and query', async () => {
    const reader = await stored({}, async (service) => {
      await service.apply(SHOP);
      const { address } = await service.create({ uri: 'products/1' });
      await open(address, {
        query: '?utm_source=news&utm_medium=email&utm_campaign=Spring%20sale',
        headers: {
          referer: 'https://www.Blog.example/post?secret=1',
          'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
        },
      });
      await open(address, { headers: { 'user-agent': IPHONE } });
      await open(address, { headers: { 'user-agent': INSTAGRAM } });
    });
    assert.deepEqual(await by(reader, 'referrer'), { '': 2, 'blog.example': 1 });
    assert.deepEqual(await by(reader, 'language'), { '': 2, 'pt-BR': 1 });
    assert.deepEqual(await by(reader, 'campaign'), { '': 2, 'Spring sale': 1 });
    assert.deepEqual(await by(reader, 'source'), { '': 2, news: 1 });
    assert.deepEqual(await by(reader, 'medium'), { '': 2, email: 1 });
    assert.deepEqual(await by(reader, 'platform'), { desktop: 1, iphone: 2 });
    assert.deepEqual(await by(reader, 'browser'), { Chrome: 1, Other: 1, Safari: 1 });
    assert.deepEqual(await by(reader, 'in_app'), { '': 2, Instagram: 1 });
    assert.deepEqual(await by(reader, 'outcome'), { 'open-app': 2, redirect: 1 });
    await reader.close();
  });

  it('can be of a disabled link, but not of an unknown code or a refused request', async () => {
    const reader = await stored({}, async (service) => {
      const { address, code } = await service.create({ uri: 'https://shop.example/x' });
      await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
        body: { state: 'disabled' },
      });
      await service.app.catchUp();
      assert.equal(await open(address), 410);
      assert.equal(await open(`${service.url}/BCDFGHJK`), 404);
      assert.equal((await fetch(address, { method: 'POST' })).status, 405);
    });
    assert.deepEqual(await by(reader, 'outcome'), { gone: 1 });
    assert.deepEqual(await sumsOf(reader), allEqual(1));
    await reader.close();
  });
});
