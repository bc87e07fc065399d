import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof, spawnService, startService } from './harness.ts';
import { eventually } from './processes.ts';
import { newStore } from './store.ts';

const PROCESSES = 4;
const ROUNDS = proof ? 20 : 2;

test('1,000 simultaneous unique creates of one URI from 4 processes return one code', async (t) => {
  const environment = { DATABASE_URL: await newStore() };
  // All four start at the same time without a database. All of them must start, and exactly one
  // creates the app.
  const services = await Promise.all(
    Array.from({ length: PROCESSES }, () => spawnService(environment, { unmigrated: true })),
  );
  let welcomes: string[] = [];
  await eventually('the first app', () => {
    welcomes = services.flatMap((service) => /sl_server_\w+/.exec(service.welcome()) ?? []);
    return welcomes.length > 0;
  });
  assert.equal(welcomes.length, 1);
  const [token = ''] = welcomes;
  // A service that waits more than two seconds for the migrations listens before it is ready.
  for (const { url } of services) {
    const status = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;
    await eventually('it is ready', async () => (await status()) === 200);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const { url } = services[i % PROCESSES] as (typeof services)[number];
        for (;;) {
          const response = await fetch(`${url}/v2/smartlinks`, {
            method: 'POST',
            headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ uri: `summer/${round}`, unique: true, redeem_limit: i + 1 }),
          });
          const body = (await response.json()) as { smartlink: string; code: string };
          const { status } = response;
          if (body.code !== 'overloaded') return { status, code: body.smartlink.split('/').at(-1) };
          // So many are too many for a slow machine. What it refuses was not started.
          await sleep(1000 + 1000 * Math.random());
        }
      }),
    );
    assert.equal(new Set(answers.map(({ code }) => code)).size, 1);
    const created = answers.filter(({ status }) => status === 201);
    const found = answers.filter(({ status }) => status === 200);
    assert.deepEqual([created.length, found.length], [1, 999]);
  }
  for (const service of services) assert.equal(await service.stop(), 0);
  t.diagnostic(`${ROUNDS} rounds: 1 code each, one 201 and 999 times 200`);
});

test('later requests do not change a unique link', async () => {
  const service = await startService({ CLICKS: 'off' });
  const first = await service.create({
    uri: 'a',
    unique: true,
    metadata: { n: 1 },
    redeem_limit: 3,
  });
  const later = await service.create({ uri: 'a', unique: true, metadata: { n: 2 } });
  const other = await service.create({ uri: 'a' });
  const spelled = await service.create({ uri: '/a', unique: true });
  assert.equal(later.code, first.code);
  assert.deepEqual([first.status, later.status, other.status], [201, 200, 201]);
  assert.notEqual(other.code, first.code);
  assert.notEqual(spelled.code, first.code);
  const rows = await service.app.ctx.db.all<{ metadata: string; redeem_limit: number }>(
    'select metadata, redeem_limit from links where code = ?',
    [first.code],
  );
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ metadata: '{"n":1}', redeem_limit: 3 }],
  );
});

test('with two letters and four positions, all 16 codes are found, and the 17th create fails cleanly', async () => {
  const service = await startService({ CLICKS: 'off' }, { codeAlphabet: 'ab', codeLength: 4 });
  const made = await Promise.all(
    Array.from({ length: 16 }, (_, i) => service.create({ uri: `products/${i}`, unique: i === 0 })),
  );
  assert.equal(new Set(made.map(({ code }) => code)).size, 16);
  for (const { code } of made) assert.match(code, /^[ab]{4}$/);
  const answer = await service.request('POST', '/v2/smartlinks', { body: { uri: 'products/17' } });
  assert.equal(answer.status, 503);
  assert.equal(answer.json.code, 'codes_exhausted');
  // An existing unique link needs no new code.
  const found = await service.create({ uri: 'products/0', unique: true });
  assert.deepEqual([found.status, found.code], [200, made[0]?.code]);
});

test('a code that is taken fails no create with an Idempotency-Key, and leaves no key without a link', async () => {
  const service = await startService({ CLICKS: 'off' }, { codeAlphabet: 'ab', codeLength: 4 });
  const create = async (key: number) => {
    const { status, json } = await service.request('POST', '/v2/smartlinks', {
      body: { uri: `products/${key}` },
      headers: { 'idempotency-key': `key ${key}` },
    });
    return { status, smartlink: json.smartlink };
  };
  const keys = Array.from({ length: 16 }, (_, key) => key);
  const made = await Promise.all(keys.map(create));
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(made.map(({ smartlink }) => smartlink)).size, 16);
  assert.equal((await create(16)).status, 503);
  assert.deepEqual(await Promise.all(keys.map(create)), made);
  const stored = await service.app.ctx.db.all<{ total: number }>(
    'select count(*) as total from idempotency_keys join links using (app_id, code)',
  );
  assert.equal(stored[0]?.total, 16);
  assert.equal((await service.app.ctx.db.all('select 1 from idempotency_keys')).length, 16);
});
