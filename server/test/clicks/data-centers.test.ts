import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { smartlink, startService, temporaryFolder, type Service } from '../harness.ts';
import { newMigratedStore } from '../store.ts';
import { by, openClickReader, sumsOf } from './click-store.ts';
import { clicksSettled } from './settled.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const WHATSAPP = 'WhatsApp/2.23.20.0';
const MINUTE_MS = 60_000;

function newFile(text: string): string {
  const file = join(temporaryFolder(), 'data-centers.txt');
  writeFileSync(file, text);
  return file;
}

describe('a visit from a data center', () => {
  it('is one of a bot, unless it is known to be something else', async () => {
    const file = newFile('# a provider\n198.51.100.64/26\n2001:db8::/32\n');
    const environment = {
      DATABASE_URL: await newMigratedStore(),
      CLICKS_DATA_CENTER_FILE: file,
      TRUSTED_PROXIES: 'loopback',
    };
    let passed = 0;
    const service = await startService(environment, { now: () => Date.now() + passed });
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    const open = async (from: string, userAgent = CHROME, headers = {}): Promise<void> => {
      await fetch(address, {
        redirect: 'manual',
        headers: { 'user-agent': userAgent, 'x-forwarded-for': from, ...headers },
      });
    };
    await open('203.0.113.7');
    await open('203.0.113.7', GOOGLEBOT);
    // The whole /24 of the network, with any kind of person.
    await open('198.51.100.1');
    await open('198.51.100.77');
    await open('2001:db8:1::1');
    await open('2001:db9:1::1');
    await open('198.51.100.77', WHATSAPP);
    await open('198.51.100.77', 'curl/8.0');
    await open('198.51.100.77', CHROME, { 'sec-purpose': 'prefetch' });
    await clicksSettled(service);
    const reader = openClickReader(environment);
    assert.deepEqual(await by(reader, 'kind'), {
      bot: 4,
      human: 2,
      prefetch: 1,
      preview: 1,
      tool: 1,
    });
    // Bots have no browser, and no visitors.
    assert.deepEqual(await by(reader, 'browser'), { '': 6, Chrome: 3 });
    assert.equal(await visitors(service), 2);

    // A file with an error changes nothing; a better one is used within a minute.
    writeFileSync(file, '203.0.113.0/24\nnonsense\n');
    passed = MINUTE_MS;
    await open('203.0.113.7');
    await clicksSettled(service);
    assert.equal((await by(reader, 'kind')).human, 3);
    writeFileSync(file, '203.0.113.0/24\n');
    passed = 2 * MINUTE_MS;
    await open('203.0.113.7');
    await open('198.51.100.1');
    await clicksSettled(service);
    const { human, bot } = await by(reader, 'kind');
    assert.deepEqual([human, bot], [4, 5]);
    assert.equal((await sumsOf(reader)).link_totals, 12);
    await reader.close();
  });

  async function visitors(service: Service): Promise<number> {
    return (await service.request('GET', '/manage/v1/clicks')).json.lifetime.visitors;
  }
});

describe('the file of data centers', () => {
  it('with an error prevents the start, which names the line', async () => {
    const file = newFile('203.0.113.0/24\n\nnonsense # x\n');
    assert.throws(() => readConfig({ CLICKS_DATA_CENTER_FILE: file }), {
      message:
        'CLICKS_DATA_CENTER_FILE names a file that has an error in line 3: ' +
        '"nonsense" is not a network such as 203.0.113.0/24 or 2001:db8::/32',
    });
  });

  it('is checked by the doctor', async () => {
    const DATABASE_URL = await newMigratedStore();
    const doctor = async (text: string): Promise<string> => {
      const environment = { DATABASE_URL, CLICKS_DATA_CENTER_FILE: newFile(text) };
      const { stdout } = await smartlink(['doctor'], environment);
      return stdout;
    };
    assert.match(await doctor('203.0.113.0/24\n2001:db8::/32'), /DATA_CENTER_FILE has 2 networks/);
    assert.match(await doctor('# nothing\n'), /DATA_CENTER_FILE, .* has no networks/);
  });
});
