import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store.ts';
import { spawnService, type Spawned } from '../harness.ts';
import { loadFactor } from '../processes.ts';
import { newMigratedStore, openDatabaseReader } from '../store.ts';
import { startReceiver, verify, type Received, type Receiver } from './receiver.ts';

const WRITERS = 6;
/** A lease, and the time to send what has waited for its end. */
const DRAINED_MS = 90_000;
/**
 * Writers can be faster than receivers. When more events than this of a webhook have not arrived, they wait until all have: a
 * process leaves a webhook to others only when nothing is due, and otherwise one could send everything.
 */
const MOST_WAITING = 300;

/** Instances of the service with one app and some webhooks. */
export interface Installation {
  readonly database: string;
  readonly instances: Spawned[];
  readonly receivers: readonly Receiver[];
  /** The ids of the requests without a valid signature. */
  readonly invalid: readonly string[];
  start(): Promise<Spawned>;
  call(instance: number, method: 'POST' | 'PATCH', path: string, body: object): Promise<Response>;
}

export async function install(instanceCount: number, webhooks: number): Promise<Installation> {
  const database = await newMigratedStore();
  const store = await openStore(readConfig({ DATABASE_URL: database }));
  const owner = await createApp(store.ctx, 'shop');
  await store.close();
  const start = () =>
    spawnService({ DATABASE_URL: database, WEBHOOK_PRIVATE_TARGETS: 'on', CLICKS: 'off' });
  // Instances that start later know the webhooks, however busy the machine is.
  const instances = [await start()];
  const call: Installation['call'] = (instance, method, path, body) =>
    fetch(new URL(path, instances[instance]?.url), {
      method: method === 'POST' ? 'POST' : 'PATCH',
      headers: {
        authorization: `Token ${owner.tokens.server}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
  const receivers = await Promise.all(Array.from({ length: webhooks }, startReceiver));
  const invalid: string[] = [];
  for (const receiver of receivers) {
    const made = await call(0, 'POST', '/manage/v1/webhooks', { url: receiver.url });
    const { secret } = (await made.json()) as { secret: string };
    receiver.respond((request) => {
      // At once, since signatures are valid for some minutes.
      if (!isSigned(secret, request)) invalid.push(request.id);
      return { afterMs: Math.random() * 20 };
    });
  }
  await instances.pop()?.stop();
  instances.push(...(await Promise.all(Array.from({ length: instanceCount }, start))));
  return { database, instances, receivers, invalid, start, call };
}

function isSigned(secret: string, request: Received): boolean {
  try {
    verify(secret, request);
    return true;
  } catch {
    return false;
  }
}

/** The names that a link got, in this order, of which the service has confirmed the first ones. */
export interface Written {
  readonly code: string;
  readonly confirmed: string[];
}

/** Creates links and renames them through all instances, one change of a link after the other, until `isOver`. */
export async function writeUntil(
  installation: Installation,
  isOver: () => boolean,
): Promise<Written[]> {
  const { instances, receivers } = installation;
  const all: Written[] = [];
  let turn = 0;
  let confirmed = 0;
  const next = (): number => turn++ % instances.length;
  let isFull = false;
  const mustWait = (): boolean => {
    const waiting = confirmed - Math.min(...receivers.map(({ requests }) => requests.length));
    isFull = waiting > (isFull ? 0 : MOST_WAITING);
    return isFull;
  };
  const writeOne = async (): Promise<void> => {
    const first = randomUUID();
    const body = { uri: 'a', name: first };
    const made = await installation.call(next(), 'POST', '/manage/v1/smartlinks', body);
    if (made.status !== 201) return;
    const { code } = (await made.json()) as { code: string };
    const written: Written = { code, confirmed: [first] };
    all.push(written);
    confirmed++;
    for (let change = 0; change < 5; change++) {
      const name = randomUUID();
      const path = `/manage/v1/smartlinks/${code}`;
      const { status } = await installation.call(next(), 'PATCH', path, { name });
      if (status !== 200) return;
      written.confirmed.push(name);
      confirmed++;
    }
  };
  const write = async (): Promise<void> => {
    while (!isOver()) {
      if (mustWait()) await sleep(50);
      // The response of an instance that was killed is lost.
      else await writeOne().catch(() => sleep(50));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return all;
}

/** Waits until everything was sent. */
export async function drained(database: string): Promise<void> {
  const reader = openDatabaseReader(database);
  const begin = Date.now();
  for (;;) {
    const [row] = await reader.rows<{ left: number }>(
      `select (select count(*) from webhook_new_events) + (select count(*) from webhook_backlog)
         + (select count(*) from webhook_deliveries where state = 'pending') as left`,
    );
    if (Number(row?.left) === 0) break;
    assert.ok(Date.now() - begin < DRAINED_MS * loadFactor(), `${row?.left} were not sent`);
    await sleep(200);
  }
  await reader.close();
}
