import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../../src/config.ts';
import { smartlink, spawnService, temporaryFolder } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore, newStore } from '../store.ts';
import { startReceiver, verify } from '../webhooks/receiver.ts';
import { countClicks, shopIn, visit } from './shop.ts';

const LIMIT = 5;

/** The operator's command with `--json`, which must succeed. */
async function json(args: readonly string[], environment: Environment) {
  const ran = await smartlink([...args, '--json'], environment);
  assert.equal(ran.code, 0, ran.stderr);
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

test('a restored backup has links, redemptions, clicks and undelivered events', async () => {
  const settings = { WEBHOOK_PRIVATE_TARGETS: 'on' };
  const first = { ...settings, DATABASE_URL: await newMigratedStore() };
  const folder = join(temporaryFolder(), 'backups');
  const receiver = await startReceiver();
  const owner = await shopIn(first.DATABASE_URL);
  const made = await json(['webhook', 'create', '--app', 'shop', receiver.url], first);
  const secret = String(made.secret);
  let service = await spawnService({ ...first, BACKUP_FOLDER: folder, LOG_LEVEL: 'info' });
  const send = async (path: string, body: object, token: string) => {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const create = async (body: object): Promise<string> => {
    const { status, text } = await send('/v2/smartlinks', body, owner.tokens.server);
    assert.equal(status, 201, text);
    return (JSON.parse(text) as { smartlink: string }).smartlink.split('/').at(-1) ?? '';
  };
  const redeem = (smartlinkCode: string, id: string) =>
    send(
      '/client/v1/redemptions',
      { smartlink: smartlinkCode, redemption_id: id },
      owner.tokens.web,
    );

  // The first scheduled backup is made while the service is used.
  const codes: string[] = [];
  const busy = { on: true };
  const use = async (): Promise<void> => {
    while (busy.on) {
      const code = await create({ uri: 'https://shop.example/5', metadata: { n: codes.length } });
      codes.push(code);
      assert.equal(await visit(service.url, code), 302);
    }
  };
  const users = Array.from({ length: 4 }, use);
  const coupon = await create({ uri: 'https://shop.example/coupon', redeem_limit: LIMIT });
  const ids = Array.from({ length: LIMIT - 1 }, () => randomUUID());
  const granted = new Map<string, string>();
  for (const id of ids) {
    const { status, text } = await redeem(coupon, id);
    assert.equal(status, 200, text);
    granted.set(id, text);
  }
  await eventually(
    'a scheduled backup',
    () => service.errors().includes('a backup was made'),
    60_000,
  );
  busy.on = false;
  await Promise.all(users);
  const ofAll = codes.length + 1 + granted.size;
  await eventually('all events are delivered', () => receiver.requests.length >= ofAll, 60_000);
  assert.equal(await service.stop(), 0);
  const [scheduled = ''] = /smartlink-[\dTZ.-]+Z/.exec(service.errors()) ?? [];
  await json(['backup', '--verify', join(folder, scheduled)], first);

  // A command adds events to the outbox, and does not send them.
  const pending: string[] = [];
  for (const number of [1, 2, 3]) {
    const link = ['link', 'create', `https://shop.example/late/${number}`, '--app', 'shop'];
    pending.push(
      String((await json(link, first)).smartlink)
        .split('/')
        .at(-1) ?? '',
    );
  }
  const clicks = await countClicks(first);
  assert.equal(clicks, codes.length);
  const delivered = receiver.requests.length;
  const backup = join(folder, 'monday');
  const report = await json(['backup', backup], first);
  assert.equal(report.links, codes.length + 1 + pending.length);

  // Another machine, where nothing else is left.
  const second = { ...settings, DATABASE_URL: await newStore() };
  const restored = await smartlink(['restore', backup], second);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /\nrestored to /);
  assert.equal(await countClicks(second), clicks);
  assert.match((await smartlink(['doctor'], second)).stdout, /^ok +the database is intact\n/);

  service = await spawnService(second);
  for (const code of [...codes, ...pending, coupon]) {
    assert.equal(await visit(service.url, code), 302, code);
  }
  // Repeated requests get the first answer, and the limit holds.
  for (const [id, text] of granted)
    assert.deepEqual(await redeem(coupon, id), { status: 200, text });
  assert.equal((await redeem(coupon, randomUUID())).status, 200);
  assert.equal((await redeem(coupon, randomUUID())).status, 409);

  const isLate = ({ body }: { body: string }): boolean =>
    pending.some((code) => body.includes(code));
  const late = await receiver.until(pending.length, isLate);
  for (const request of late) verify(secret, request);
  assert.deepEqual(
    late.map(({ event }) => `${event.type} ${event.data.link?.code ?? event.data.code}`).toSorted(),
    pending.map((code) => `link.created ${code}`).toSorted(),
  );
  await eventually(
    'the events of the new redemptions',
    () => receiver.requests.length >= delivered + 4,
  );
  assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, receiver.requests.length);
  assert.equal(await service.stop(), 0);
  assert.equal(await countClicks(second), clicks + codes.length + pending.length + 1);
});
