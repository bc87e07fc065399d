import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, type CreatedApp } from '../../src/actions/apps/create-app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store.ts';
import { proof, spawnService, type Spawned } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore, openDatabaseReader } from '../store.ts';
import { startReceiver, verify, type Receiver } from './receiver.ts';

const INSTANCES = ENGINE === 'postgres' ? 3 : 1;
const KILLS = proof ? 20 : 1;
const WEBHOOKS = 3;
const WRITERS = 6;
/** A lease, and the time to send what has waited for its end. */
const DRAINED_MS = 90_000;

/** Instances of the service with one app and some webhooks. */
interface Installation {
  readonly database: string;
  readonly owner: CreatedApp;
  readonly instances: Spawned[];
  readonly receivers: readonly Receiver[];
  readonly secrets: readonly string[];
  start(): Promise<Spawned>;
  call(instance: number, method: 'POST' | 'PATCH', path: string, body: object): Promise<Response>;
}

async function install(): Promise<Installation> {
  const database = await newMigratedStore();
  const store = await openStore(readConfig({ DATABASE_URL: database }));
  const owner = await createApp(store.ctx, 'shop');
  await store.close();
  const start = () =>
    spawnService({ DATABASE_URL: database, WEBHOOK_PRIVATE_TARGETS: 'on', CLICKS: 'off' });
  const instances = await Promise.all(Array.from({ length: INSTANCES }, start));
  const call: Installation['call'] = (instance, method, path, body) =>
    fetch(new URL(path, instances[instance]?.url), {
      method: method === 'POST' ? 'POST' : 'PATCH',
      headers: {
        authorization: `Token ${owner.tokens.server}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
  const receivers = await Promise.all(Array.from({ length: WEBHOOKS }, startReceiver));
  const secrets: string[] = [];
  for (const receiver of receivers) {
    receiver.respond(() => ({ afterMs: Math.random() * 20 }));
    const made = await call(0, 'POST', '/manage/v1/webhooks', { url: receiver.url });
    secrets.push(((await made.json()) as { secret: string }).secret);
  }
  // Other instances know a new webhook within a second.
  await sleep(1000);
  return { database, owner, instances, receivers, secrets, start, call };
}

/** The names that a link got, in this order, of which the service has confirmed the first ones. */
interface Written {
  readonly code: string;
  readonly confirmed: string[];
}

/** Creates a link and renames it, one change after the other, until `isOver` or a change is not confirmed. */
async function write(
  installation: Installation,
  isOver: () => boolean,
  all: Written[],
  instance: () => number,
): Promise<void> {
  const { instances } = installation;
  while (!isOver()) {
    try {
      const at = instance() % instances.length;
      const first = randomUUID();
      const made = await installation.call(at, 'POST', '/manage/v1/smartlinks', {
        uri: 'a',
        name: first,
      });
      if (made.status !== 201) continue;
      const { code } = (await made.json()) as { code: string };
      const written: Written = { code, confirmed: [first] };
      all.push(written);
      for (let change = 0; change < 5; change++) {
        const name = randomUUID();
        const path = `/manage/v1/smartlinks/${code}`;
        const { status } = await installation.call(instance() % instances.length, 'PATCH', path, {
          name,
        });
        if (status !== 200) break;
        written.confirmed.push(name);
      }
    } catch {
      await sleep(50);
    }
  }
}

async function drained(database: string): Promise<void> {
  const reader = openDatabaseReader(database);
  const begin = Date.now();
  for (;;) {
    const [row] = await reader.rows<{ left: number }>(
      `select (select count(*) from webhook_events where pending = 1)
         + (select count(*) from webhook_deliveries where state = 'pending') as left`,
    );
    if (Number(row?.left) === 0) break;
    assert.ok(Date.now() - begin < DRAINED_MS, `${row?.left} were not sent`);
    await sleep(200);
  }
  await reader.close();
}

/** Each confirmed change has arrived, in order; what arrived twice has the same id and bytes. */
function check(receiver: Receiver, secret: string, all: readonly Written[]): { repeated: number } {
  const bodies = new Map<string, string>();
  const namesOf = new Map<string, string[]>();
  for (const request of receiver.requests) {
    const known = bodies.get(request.id);
    if (known !== undefined) {
      assert.equal(known, request.body, 'a repeated event has the same bytes');
      continue;
    }
    verify(secret, request);
    bodies.set(request.id, request.body);
    const { code, name } = request.event.data.link;
    const names = namesOf.get(code);
    if (names) names.push(name);
    else namesOf.set(code, [name]);
  }
  for (const { code, confirmed } of all) {
    const names = namesOf.get(code) ?? [];
    assert.deepEqual(names.slice(0, confirmed.length), confirmed, `link ${code}`);
    // The change whose response was lost.
    assert.ok(names.length <= confirmed.length + 1);
  }
  return { repeated: receiver.requests.length - bodies.size };
}

test(`events survive ${KILLS} kills of ${INSTANCES} instances: none lost, none out of order`, async (t) => {
  const installation = await install();
  const { database, instances, receivers, secrets } = installation;
  const all: Written[] = [];
  let over = false;
  let turn = 0;
  const writers = Array.from({ length: WRITERS }, () =>
    write(
      installation,
      () => over,
      all,
      () => turn++,
    ),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receivers.reduce((sum, { requests }) => sum + requests.length, 0);
    await eventually(
      'events are being sent',
      async () => receivers.reduce((sum, { requests }) => sum + requests.length, 0) > before + 20,
      120_000,
    );
    await sleep(Math.random() * 300);
    const victim = kill % INSTANCES;
    await instances[victim]?.stop('SIGKILL');
    instances[victim] = await installation.start();
  }
  over = true;
  await Promise.all(writers);
  await drained(database);
  const repeated = receivers.map(
    (receiver, index) => check(receiver, secrets[index] ?? '', all).repeated,
  );
  for (const instance of instances) assert.equal(await instance.stop(), 0);
  const sent = receivers.map(({ requests }) => requests.length).join(', ');
  t.diagnostic(`${all.length} links; received ${sent}; of these repeated: ${repeated.join(', ')}`);
});

test(`${INSTANCES} instances without kills send each event once`, async (t) => {
  const installation = await install();
  const { database, instances, receivers, secrets } = installation;
  const all: Written[] = [];
  const end = Date.now() + (proof ? 20_000 : 3000);
  let turn = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, () =>
      write(
        installation,
        () => Date.now() > end,
        all,
        () => turn++,
      ),
    ),
  );
  await drained(database);
  const expected = all.reduce((sum, { confirmed }) => sum + confirmed.length, 0);
  for (const [index, receiver] of receivers.entries()) {
    assert.deepEqual(check(receiver, secrets[index] ?? '', all), { repeated: 0 });
    assert.equal(receiver.requests.length, expected);
  }
  const reader = openDatabaseReader(database);
  const [row] = await reader.rows<{ attempts: number; holders: number }>(
    `select (select count(*) from webhook_attempts) as attempts,
       (select count(distinct lease_holder) from webhooks) as holders`,
  );
  await reader.close();
  assert.equal(Number(row?.attempts), expected * WEBHOOKS);
  for (const instance of instances) assert.equal(await instance.stop(), 0);
  t.diagnostic(`${expected} events to each of ${WEBHOOKS} webhooks`);
});
