import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, openDatabaseReader } from '../store.ts';
import { drained, install, writeUntil, type Written } from './installation.ts';
import type { Receiver } from './receiver.ts';

const INSTANCES = ENGINE === 'postgres' ? 3 : 1;
const KILLS = proof ? 20 : 1;
const WEBHOOKS = 3;
/** What an instance sends to a webhook at the same time, so what is sent again after it was killed. */
const MOST_REPEATED = 10;
/** What each webhook receives at least while there are changes, however busy the machine is. */
const LEAST_EVENTS = 100;

/** Each confirmed change has arrived, in order; what arrived twice has the same id and bytes. */
function check(receiver: Receiver, all: readonly Written[]): { repeated: number } {
  const bodies = new Map<string, string>();
  const namesOf = new Map<string, string[]>();
  for (const request of receiver.requests) {
    const known = bodies.get(request.id);
    if (known !== undefined) {
      assert.equal(known, request.body, 'a repeated event has the same bytes');
      continue;
    }
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
  const installation = await install(INSTANCES, WEBHOOKS);
  const { database, instances, receivers, invalid } = installation;
  let over = false;
  const writing = writeUntil(installation, () => over);
  const received = (): number => receivers.reduce((sum, { requests }) => sum + requests.length, 0);
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = received();
      await eventually('events are being sent', () => received() > before + 20, 120_000);
      await sleep(Math.random() * 300);
      const victim = kill % INSTANCES;
      await instances[victim]?.stop('SIGKILL');
      instances[victim] = await installation.start();
    }
  } finally {
    over = true;
  }
  const all = await writing;
  await drained(database);
  assert.deepEqual(invalid, []);
  const repeated = receivers.map((receiver) => check(receiver, all).repeated);
  for (const count of repeated) assert.ok(count <= KILLS * MOST_REPEATED, `${count} repeated`);
  for (const instance of instances) assert.equal(await instance.stop(), 0);
  const sent = receivers.map(({ requests }) => requests.length).join(', ');
  t.diagnostic(`${all.length} links; received ${sent}; of these repeated: ${repeated.join(', ')}`);
});

test(`${INSTANCES} instances without kills send each event once`, async (t) => {
  const installation = await install(INSTANCES, WEBHOOKS);
  const { database, instances, receivers, invalid } = installation;
  const reader = openDatabaseReader(database);
  const received = (): number => Math.min(...receivers.map(({ requests }) => requests.length));
  const holders = new Set<string>();
  const end = Date.now() + (proof ? 20_000 : 1000);
  let shared = false;
  const writing = writeUntil(installation, () => shared && Date.now() > end);
  try {
    // The instances share the work: those that have sent.
    await eventually(
      'several instances send',
      async () => {
        const held = 'select lease_holder as holder from webhooks where lease_holder is not null';
        for (const { holder } of await reader.rows<{ holder: string }>(held)) holders.add(holder);
        return holders.size >= Math.min(2, INSTANCES);
      },
      30_000,
    );
    await eventually('events have arrived', () => received() >= LEAST_EVENTS, 60_000);
  } finally {
    shared = true;
  }
  const all = await writing;
  await drained(database);
  const expected = all.reduce((sum, { confirmed }) => sum + confirmed.length, 0);
  assert.deepEqual(invalid, []);
  for (const receiver of receivers) {
    assert.deepEqual(check(receiver, all), { repeated: 0 });
    assert.equal(receiver.requests.length, expected);
  }
  const [row] = await reader.rows<{ attempts: number }>(
    'select count(*) as attempts from webhook_attempts',
  );
  await reader.close();
  assert.equal(Number(row?.attempts), expected * WEBHOOKS);
  for (const instance of instances) assert.equal(await instance.stop(), 0);
  t.diagnostic(`${expected} events to each of ${WEBHOOKS} webhooks`);
});
