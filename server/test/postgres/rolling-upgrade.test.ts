import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnService, type Spawned } from '../harness.ts';
import { eventually, failedStart, loadFactor } from '../processes.ts';
import { newMigratedStore, openDatabaseReader } from '../store.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store.ts';
import { NEXT, nextVersion } from '../upgrades/next-version.ts';
import { startReceiver } from '../webhooks/receiver.ts';

// What UPGRADE.md says about several instances: those of the previous version serve while the next one migrates, and after
// that until they are replaced. No older version is installed here, so this version is the older one, and the next one has
// more migrations.

/** Requests of each kind at the same time. */
const CLIENTS = 4;
/** A change of a table waits at most this long for a transaction, and everything else behind it. */
const SLOWEST_MS = 10_000;

interface Done {
  readonly failed: string[];
  readonly codes: string[];
  slowestMs: number;
}

test('instances serve while the next version migrates, and until they are replaced', async (t) => {
  const DATABASE_URL = await newMigratedStore();
  const store = await openStore(readConfig({ DATABASE_URL }));
  const { tokens } = await createApp(store.ctx, 'shop');
  await store.close();
  const environment = { DATABASE_URL, WEBHOOK_PRIVATE_TARGETS: 'on' };
  const first = await spawnService(environment);
  const send = (url: string, method: string, path: string, body?: object, token = tokens.server) =>
    fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
  const receiver = await startReceiver();
  await send(first.url, 'POST', '/manage/v1/webhooks', { url: receiver.url });
  assert.equal(await first.stop(), 0);
  // Instances that start later know the webhook, however busy the machine is.
  const old = [await spawnService(environment), await spawnService(environment)] as const;

  const done: Done = { failed: [], codes: [], slowestMs: 0 };
  const timed = async (wanted: number, what: string, asked: () => Promise<Response>) => {
    const begin = performance.now();
    const response = await asked();
    const text = await response.text();
    done.slowestMs = Math.max(done.slowestMs, performance.now() - begin);
    if (response.status !== wanted) done.failed.push(`${what}: ${response.status} ${text}`);
    return text;
  };
  /** Creates a link, changes it, visits it twice and redeems it, each through another instance. */
  const use = async (instances: readonly Spawned[], turn: number): Promise<void> => {
    const at = (step: number): string => instances[(turn + step) % instances.length]?.url ?? '';
    const made = await timed(201, 'create', () =>
      send(at(0), 'POST', '/v2/smartlinks', { uri: 'https://shop.example/5' }),
    );
    const code = (JSON.parse(made) as { smartlink: string }).smartlink.split('/').at(-1) ?? '';
    done.codes.push(code);
    await timed(302, 'visit', () => send(at(1), 'GET', `/${code}`));
    await timed(200, 'change', () =>
      send(at(1), 'PATCH', `/manage/v1/smartlinks/${code}`, { name: 'Changed' }),
    );
    const redemption = { smartlink: code, redemption_id: randomUUID() };
    await timed(200, 'redeem', () =>
      send(at(0), 'POST', '/client/v1/redemptions', redemption, tokens.web ?? ''),
    );
    await timed(302, 'visit', () => send(at(0), 'GET', `/${code}`));
  };
  const useDuring = async (instances: readonly Spawned[], work: () => Promise<void>) => {
    const state = { over: false };
    let turn = 0;
    const client = async (): Promise<void> => {
      while (!state.over) await use(instances, turn++);
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    try {
      await work();
    } finally {
      state.over = true;
    }
    await clients;
    assert.deepEqual(done.failed.slice(0, 5), [], `${done.failed.length} failed`);
  };

  const program = nextVersion();
  let next: Spawned | undefined;
  await useDuring(old, async () => {
    await sleep(500);
    next = await spawnService(environment, { program });
    const ready = async () => (await fetch(new URL('/health/ready', next?.url))).status === 200;
    await eventually('the next version is ready', ready, 60_000);
    await sleep(500);
  });
  const whileMigrating = done.codes.length;
  const reader = openDatabaseReader(DATABASE_URL);
  const applied = await reader.rows<{ name: string }>(
    `select name from migrations where name >= '${NEXT[0]}' order by name`,
  );
  assert.deepEqual(
    applied.map(({ name }) => name),
    NEXT,
  );
  assert.ok(next);

  // Both versions at the same time: each sees what the other one writes.
  await useDuring([...old, next], () => sleep(2000));
  assert.equal(await old[0].stop(), 0);
  await useDuring([old[1], next], () => sleep(1000));
  assert.equal(await old[1].stop(), 0);
  await useDuring([next], () => sleep(500));

  // The previous version cannot be started again.
  const { code, stderr } = await failedStart(environment);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /newer version/);

  const types = ['link.created', 'link.updated', 'redemption.granted'];
  await eventually(
    'all events have arrived',
    async () =>
      new Set(receiver.requests.map(({ id }) => id)).size >= types.length * done.codes.length,
    60_000,
  );
  // On a busy machine, an event can arrive again because the response to it came too late.
  const arrived = new Map(receiver.requests.map(({ id, event }) => [id, event]));
  const order = new Map<string, string[]>();
  for (const event of arrived.values()) {
    const of = (event.data.code ?? event.data.link.code) as string;
    order.set(of, [...(order.get(of) ?? []), event.type as string]);
  }
  for (const one of done.codes) assert.deepEqual(order.get(one), types, one);
  assert.ok(
    done.slowestMs < SLOWEST_MS * loadFactor(),
    `the slowest request took ${done.slowestMs} ms`,
  );
  await reader.close();
  assert.equal(await next.stop(), 0);
  t.diagnostic(
    `${done.codes.length} links, ${whileMigrating} while it was migrated; the slowest request took ` +
      `${Math.round(done.slowestMs)} ms`,
  );
});
