import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ClickRecorder } from '../../src/storage/clicks/recorder.ts';
import { afterAll, startService, temporaryFolder } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { clickOf, openClicksHere } from './click-thread-here.ts';
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

describe('a click thread that is started again', () => {
  test('stores clicks also if its files have errors, says so once, and uses what replaces them', async () => {
    const { url, reader } = await openClicksHere();
    const folder = temporaryFolder();
    const countryFile = join(folder, 'country.mmdb');
    const dataCenterFile = join(folder, 'data-centers.txt');
    writeFileSync(countryFile, 'half of a file');
    writeFileSync(dataCenterFile, '8.8.8.0/24\nnonsense\n');
    const settings = { ...CLICK_SETTINGS, countryFile, dataCenterFile };
    const postgres = { statementTimeoutMs: 30_000, preparedStatements: true };
    let now = Date.now();
    const recorder = new ClickRecorder({ url, postgres, settings }, () => now);
    afterAll(() => recorder.close());
    const logged: string[] = [];
    recorder.start((level, what) => void logged.push(`${level}: ${what}`));
    const record = async (): Promise<void> => {
      const { stored } = recorder.stats();
      recorder.record(clickOf({ at: now, network: '8.8.8' }));
      await eventually('it is stored', async () => {
        await recorder.settle();
        return recorder.stats().stored > stored;
      });
    };
    await record();
    now += MINUTE_MS;
    await record();
    assert.deepEqual(await by(reader, 'country'), { '': 2 });
    assert.deepEqual(await by(reader, 'kind'), { human: 2 });
    assert.equal(logged.length, 2, logged.join('\n'));
    assert.match(
      logged.join('\n'),
      /warn: CLICKS_COUNTRY_FILE cannot be read; until the file is replaced, clicks have no country: .+\nwarn: CLICKS_DATA_CENTER_FILE .+ error in line 2: "nonsense"/,
    );

    copyFileSync(resolve(`${DATA}/geo-whois-asn-country-ipv4.mmdb`), countryFile);
    writeFileSync(dataCenterFile, '8.8.8.0/24\n');
    now += MINUTE_MS;
    await record();
    assert.deepEqual(await by(reader, 'country'), { '': 2, US: 1 });
    assert.deepEqual(await by(reader, 'kind'), { bot: 1, human: 2 });
    assert.equal(logged.length, 2);
  });
});
