import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startService, temporaryFolder } from '../harness.ts';
import { newMigratedStore } from '../store.ts';
import { by, openClickReader } from './click-store.ts';
import { clicksSettled } from './settled.ts';

const DATA = '@ip-location-db/geo-whois-asn-country-mmdb';
const { resolve } = createRequire(import.meta.url);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const MINUTE_MS = 60_000;

describe('the country of a click', () => {
  test('comes from the network of the visitor, and from a new file as soon as there is one', async () => {
    const file = join(temporaryFolder(), 'country.mmdb');
    // It has no IPv6 addresses.
    copyFileSync(resolve(`${DATA}/geo-whois-asn-country-ipv4.mmdb`), file);
    const environment = {
      DATABASE_URL: await newMigratedStore(),
      CLICKS_COUNTRY_FILE: file,
      TRUSTED_PROXIES: 'loopback',
    };
    let passed = 0;
    const now = (): number => Date.now() + passed;
    const service = await startService(environment, { now });
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    const open = async (from: string, headers = {}): Promise<void> => {
      await fetch(address, {
        redirect: 'manual',
        headers: { 'user-agent': CHROME, 'x-forwarded-for': from, ...headers },
      });
    };
    await open('8.8.8.8');
    await open('8.8.8.8', { 'sec-gpc': '1' });
    await open('8.8.4.4', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await open('81.2.69.142');
    await open('192.168.1.1');
    await open('2001:4860:4860::8888');
    await clicksSettled(service);
    const reader = openClickReader(environment);
    assert.deepEqual(await by(reader, 'country'), { '': 2, GB: 1, US: 3 });

    copyFileSync(resolve(`${DATA}/geo-whois-asn-country.mmdb`), file);
    passed = MINUTE_MS;
    await open('2001:4860:4860::8888');
    await clicksSettled(service);
    assert.deepEqual(await by(reader, 'country'), { '': 2, GB: 1, US: 4 });
  });
});
