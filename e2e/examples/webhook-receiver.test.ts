import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { afterAll, ROOT } from '#server/test/harness.ts';
import { eventually, freePort } from '#server/test/processes.ts';
import { makeWebhook, startSender } from '#server/test/webhooks/receiver.ts';

interface Running {
  readonly url: string;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

async function start(secret: string, port = 0): Promise<Running> {
  const child = spawn(process.execPath, [join(ROOT, 'examples/webhook-receiver.js')], {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  afterAll(stop);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let url = '';
  await eventually('the receiver listens', () => {
    url = /at (http:\S+)/.exec(output)?.[1] ?? '';
    return url !== '';
  });
  return { url, output: () => output, stop };
}

it('the receiver of the example accepts large events', async () => {
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const receiver = await start(secret);
  const note = 'x'.repeat(200_000);
  const body = JSON.stringify({
    type: 'link.changed',
    timestamp: '2026-11-24T00:00:00Z',
    data: { note },
  });
  const now = new Date();
  const response = await fetch(receiver.url, {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    },
    body,
  });
  assert.equal(response.status, 204);
  await eventually('it is printed', () => receiver.output().includes(note));
});

it('the receiver of the example prints each event once, and rejects what is not signed', async () => {
  const service = await startSender();
  // One that no other process gets while no receiver has it.
  const port = await freePort();
  const first = await start(`whsec_${Buffer.alloc(32).toString('base64')}`, port);
  const { secret, webhook_id } = await makeWebhook(service, { url: first.url });
  await first.stop();
  const receiver = await start(secret, port);
  const { code } = await service.create({ uri: 'products/5' });
  await eventually('it is printed', () => receiver.output().includes(code));
  const path = `/manage/v1/webhooks/${webhook_id}/deliveries`;
  const [{ event_id }] = (await service.request('GET', path)).json.deliveries;
  await service.request('POST', `${path}/${event_id}/replay`);
  await eventually('it is delivered again', async () => {
    const { state, attempts } = (await service.request('GET', `${path}/${event_id}`)).json;
    return state === 'delivered' && attempts === 2;
  });
  assert.equal(receiver.output().match(/ link\.created /g)?.length, 1);
  const unsigned = await fetch(receiver.url, { method: 'POST', body: '{"type":"link.created"}' });
  assert.equal(unsigned.status, 400);
});
