import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { openClickReader, sumsOf } from './click-store.ts';
import { noonClock } from './noon-clock.ts';
import { clicksSettled } from './settled.ts';

const ADDRESS = '198.51.100.77';
const OTHER_ADDRESS = '2001:db8:77:1::9';
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0 UniqueBuild/77123';

/** Opens a link. `from`: the address of the visitor. */
async function open(address: string, from: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { 'user-agent': AGENT, 'x-forwarded-for': from, ...headers },
  });
  await response.arrayBuffer();
  assert.equal(response.status, 302);
}

describe('the click store', () => {
  it('contains no address and no user agent', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL, TRUSTED_PROXIES: 'loopback' };
    const service = await startService(environment, { now: noonClock() });
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    for (const from of [ADDRESS, OTHER_ADDRESS, `::ffff:${ADDRESS}`]) await open(address, from);
    await clicksSettled(service);
    const reader = openClickReader(environment);
    const [totals] = await reader.rows('select clicks, visitors from app_totals');
    assert.deepEqual(totals, { clicks: 3, visitors: 2 });
    for (const text of await everything(reader, DATABASE_URL)) {
      for (const secret of ['198.51', '2001:db8', 'UniqueBuild', 'Gecko', '144.0']) {
        assert.ok(!text.includes(secret), `it contains ${secret}`);
      }
    }
    await reader.close();
  });

  it('has whole quarter-hours if single clicks are not stored', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL, CLICKS_RAW_DAYS: '0' };
    const service = await startService(environment);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    await open(address, ADDRESS);
    await clicksSettled(service);
    const reader = openClickReader(environment);
    const times = await reader.rows<{ first: number; last: number }>(
      'select first_at as first, last_at as last from link_totals',
    );
    assert.deepEqual(
      times.map(({ first, last }) => [first % 900_000, last - first]),
      [[0, 899_999]],
    );
    await reader.close();
  });

  for (const [CLICKS_RESPECT_GPC, hashed] of [
    ['on', 1],
    ['off', 3],
  ] as const) {
    it(`CLICKS_RESPECT_GPC=${CLICKS_RESPECT_GPC}: ${hashed} of 3 visitors, two of whom object, are hashed`, async () => {
      const DATABASE_URL = await newMigratedStore();
      const environment = { DATABASE_URL, TRUSTED_PROXIES: 'loopback', CLICKS_RESPECT_GPC };
      const service = await startService(environment, { now: noonClock() });
      const { address } = await service.create({ uri: 'https://shop.example/x' });
      await open(address, '203.0.113.1', { 'sec-gpc': '1' });
      await open(address, '198.51.100.1', { dnt: '1' });
      await open(address, '192.0.2.1', { dnt: '0' });
      await clicksSettled(service);
      await service.stop();
      const reader = openClickReader(environment);
      const [totals] = await reader.rows('select clicks, visitors from app_totals');
      assert.deepEqual(totals, { clicks: 3, visitors: hashed });
      const seen = await reader.rows('select hash from seen where scope < 0');
      assert.equal(seen.length, hashed);
      await reader.close();
    });
  }

  it('has other hashes for another app, so that nobody can follow a visitor', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL, TRUSTED_PROXIES: 'loopback' };
    const service = await startService(environment);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    const { createApp } = await import('../../src/actions/apps/create-app.ts');
    const second = await createApp(service.app.ctx, 'other');
    const made = await service.request('POST', '/v2/smartlinks', {
      token: second.tokens.server,
      body: { uri: 'https://other.example/' },
    });
    await open(address, ADDRESS);
    await open(made.json.smartlink, ADDRESS);
    await clicksSettled(service);
    await service.stop();
    const reader = openClickReader(environment);
    const hashes = await reader.rows<{ hash: number }>('select hash from seen where scope < 0');
    assert.equal(hashes.length, 2);
    assert.equal(new Set(hashes.map(({ hash }) => hash)).size, 2);
    await reader.close();
  });

  it('is not created with CLICKS=off', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL, CLICKS: 'off' };
    const service = await startService(environment);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    await open(address, '');
    assert.equal(service.app.ctx.clicks, undefined);
    await service.stop();
    if (ENGINE === 'sqlite') {
      const folder = dirname(DATABASE_URL.slice('sqlite:'.length));
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('clicks')),
        [],
      );
    } else {
      const reader = openClickReader(environment);
      assert.equal((await sumsOf(reader)).link_totals, 0);
      await reader.close();
    }
  });
});

/** All stored texts; on SQLite, also all bytes of the files. */
async function everything(
  reader: ReturnType<typeof openClickReader>,
  url: string,
): Promise<string[]> {
  if (reader.engine === 'sqlite') {
    const folder = dirname(url.slice('sqlite:'.length));
    const files = readdirSync(folder).filter((name) => name.includes('-clicks.db'));
    assert.ok(files.length > 0);
    return files.map((name) => readFileSync(join(folder, name)).toString('latin1'));
  }
  const tables = await reader.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and (table_name like 'click%' or table_name in ('seen', 'link_totals', 'app_days'))",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    texts.push(JSON.stringify(await reader.rows(`select * from ${name}`)));
  }
  return texts;
}
