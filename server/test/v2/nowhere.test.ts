import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { smartlink, startService } from '../harness.ts';
import { newStore } from '../store.ts';

// A link without a destination on any platform is reported when it is created.

const HOUR_MS = 60 * 60 * 1000;

async function withLog() {
  const lines: { msg: string; app_id?: string; code?: string }[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { msg: string });
      done();
    },
  });
  const time = { now: Date.now() };
  const environment = { DATABASE_URL: await newStore() };
  const log = pino({ level: 'warn' }, stream);
  const service = await startService(environment, { log, now: () => time.now });
  const warnings = () => lines.filter(({ msg }) => msg.includes('links without a destination'));
  return { service, warnings, time, environment };
}

describe('a link created from a path if no platform has a base', () => {
  it('is logged once an hour', async () => {
    const { service, warnings, time } = await withLog();
    const { code } = await service.create({ uri: 'products/5' });
    for (let i = 0; i < 20; i++) await service.create({ uri: `products/${i}` });
    const [first, ...more] = warnings();
    assert.deepEqual([first?.app_id, first?.code, more], [service.owner.app.id, code, []]);
    time.now += HOUR_MS + 1;
    await service.create({ uri: 'products/5' });
    assert.equal(warnings().length, 2);
  });

  it('does not change the response', async () => {
    const { service } = await withLog();
    const answer = await service.request('POST', '/v2/smartlinks', { body: { uri: 'products/5' } });
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(answer.json), ['smartlink']);
  });

  it('is reported by link create, link show and the doctor', async () => {
    const { environment } = await withLog();
    const args = ['link', 'create', 'products/5', '--app', 'shop'];
    const made = await smartlink(args, environment);
    assert.equal(made.code, 0);
    assert.match(
      made.stderr,
      /^smartlink: warning: this link has no destination on any platform.*"base":"ADDRESS".*\n$/,
    );
    const code = made.stdout.trim().split('/').at(-1) ?? '';
    const shown = await smartlink(['link', 'show', code], environment);
    assert.match(shown.stdout, /^has no destination on any platform$/m);
    const tagged = await smartlink([...args, '--tag', 'a'], environment);
    assert.match(tagged.stderr, /has no destination/);
    const doctor = await smartlink(['doctor'], environment);
    assert.match(doctor.stdout, /such as products\/5, has no destination on any platform/);
  });

  it('is not reported with a base, a whole address, a route or a fallback', async () => {
    const { service, warnings, environment } = await withLog();
    await service.create({ uri: 'https://shop.example/5' });
    await service.create({ uri: 'a', routes: { web: { link: 'https://shop.example/a' } } });
    await service.create({ uri: 'a', routes: { web: { fallback: 'https://shop.example/a' } } });
    await service.apply({
      apps: [{ name: 'shop', platforms: { web: { base: 'https://shop.example' } } }],
    });
    await service.app.catchUp();
    await service.create({ uri: 'products/5' });
    const args = ['link', 'create', 'products/5', '--app', 'shop'];
    assert.equal((await smartlink(args, environment)).stderr, '');
    assert.deepEqual(warnings(), []);
  });
});
