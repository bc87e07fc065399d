import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Fetch } from '@smartlink/client';
import { createServerClient } from '@smartlink/client/server';
import { Random } from '#server/test/fuzz/random.ts';
import {
  proof,
  smartlink,
  spawnService,
  temporaryFolder,
  type Spawned,
} from '#server/test/harness.ts';
import { eventually, freePort } from '#server/test/processes.ts';
import { openLedger } from './ledger.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const KILLS = proof ? 50 : 1;
const CALLERS = 60;
/** The longest delay between the last response and the kill. */
const MAX_KILL_DELAY_MS = 50;

test(`${CALLERS} apps redeem and create while the service is killed ${KILLS} times`, async (t) => {
  const random = new Random(SEED);
  const store = join(temporaryFolder(), 'smartlink.db');
  const port = await freePort();
  const start = (): Promise<Spawned> =>
    spawnService({ DATABASE_URL: `sqlite:${store}`, PORT: String(port) });
  let service = await start();
  const baseUrl = service.url;
  const tokens = await tokensOf(service, store);
  const serverClient = createServerClient({ baseUrl, token: tokens.server });
  const { code } = await serverClient.create({
    uri: 'products/5',
    metadata: { coupon: 'WELCOME' },
  });

  const ids: string[] = [];
  const granted: number[] = [];
  const created: string[] = [];
  /** The number of completed calls of each app. */
  const calls = Array.from({ length: CALLERS }, () => 0);
  const progress = { over: false, unanswered: 0 };
  const send: Fetch = async (url, request) => {
    try {
      return await fetch(url, request);
    } catch (error) {
      progress.unanswered++;
      throw error;
    }
  };
  const app = async (caller: number): Promise<void> => {
    const uuid = (): string => {
      const id = crypto.randomUUID();
      ids.push(id);
      return id;
    };
    const client = createClient({ baseUrl, token: tokens.web, uuid, fetch: send });
    for (; !progress.over; calls[caller]!++) {
      granted.push((await client.redeem(code)).redemptions);
      created.push(
        (await serverClient.create({ uri: `created/${caller}/${calls[caller]}` })).smartlink,
      );
    }
  };

  const apps = Promise.all(Array.from({ length: CALLERS }, (_, caller) => app(caller)));
  for (let kills = 0; kills < KILLS; kills++) {
    // Each app completes a call with each process. Otherwise the retry delays would grow and the
    // test would only wait.
    const before = [...calls];
    await eventually(
      'an answer to each app',
      () => calls.every((count, caller) => count > before[caller]!),
      30_000,
    );
    await sleep(random.int(0, MAX_KILL_DELAY_MS));
    await service.stop('SIGKILL');
    service = await start();
  }
  progress.over = true;
  // All calls succeeded; otherwise this would throw.
  await apps;

  const ledger = openLedger(store);
  const entries = ledger.entries(code);
  assert.deepEqual(entries.map(({ id }) => id).toSorted(), ids.toSorted());
  assert.deepEqual(
    granted.toSorted((a, b) => a - b),
    entries.map(({ redemptions }) => redemptions).toSorted((a, b) => a - b),
  );
  assert.equal(ledger.count(code), ids.length);
  assert.equal(new Set(created).size, created.length);
  assert.equal(ledger.linksBelow('created/').length, created.length);
  assert.ok(created.length > CALLERS, `only ${created.length} links were created`);
  assert.ok(progress.unanswered >= KILLS, 'each kill interrupts a request');
  t.diagnostic(
    `seed ${SEED}: ${granted.length} redemptions, ${created.length} links, ` +
      `${progress.unanswered} requests without a response`,
  );
  assert.equal(await service.stop(), 0);
});

async function tokensOf(service: Spawned, store: string): Promise<{ server: string; web: string }> {
  const args = ['token', 'create', '--app', 'my-app', '--platform', 'web', '--json'];
  const created = await smartlink(args, { DATABASE_URL: `sqlite:${store}` });
  assert.equal(created.code, 0, created.stderr);
  const { token: web } = JSON.parse(created.stdout) as { token: string };
  return { server: /sl_server_\w+/.exec(service.welcome())?.[0] ?? '', web };
}
