import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReader } from '../src/storage/sqlite/driver.ts';
import { proof, spawnService, temporaryFolder } from './harness.ts';
import { eventually } from './processes.ts';

const KILLS = proof ? 200 : 2;
const CLIENTS = 16;
const WITHIN_MS = 20_000;

/** Creates links without a pause until the service ends; half of them are unique. */
async function createUntilKilled(
  url: string,
  token: string,
  name: string,
  acknowledged: Map<string, string>,
): Promise<void> {
  for (let i = 0; ; i++) {
    const uri = `products/${name}-${i}`;
    try {
      const response = await fetch(`${url}/v2/smartlinks`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uri, unique: i % 2 === 0, metadata: { i } }),
      });
      const { smartlink } = (await response.json()) as { smartlink: string };
      assert.equal(response.status, 201);
      acknowledged.set(smartlink.split('/').at(-1) ?? '', uri);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

test(`after ${KILLS} times SIGKILL under load, everything acknowledged exists`, async (t) => {
  const store = join(temporaryFolder(), 'smartlink.db');
  const environment = { DATABASE_URL: `sqlite:${store}` };
  const acknowledged = new Map<string, string>();
  let token = '';
  for (let kill = 0; kill < KILLS; kill++) {
    const service = await spawnService(environment);
    token ||= /sl_server_\w+/.exec(service.welcome())?.[0] ?? '';
    const before = acknowledged.size;
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      createUntilKilled(service.url, token, `${kill}-${client}`, acknowledged),
    );
    // From the first commits until after several checkpoints.
    await eventually('the load creates links', () => acknowledged.size > before, WITHIN_MS);
    await new Promise((done) => setTimeout(done, Math.random() * 400));
    await service.stop('SIGKILL');
    await Promise.all(clients);
    if (proof) process.stderr.write(`\rkill ${kill + 1} of ${KILLS}, ${acknowledged.size} links`);
  }

  // It restarts without manual recovery.
  const service = await spawnService(environment);
  const [code = ''] = [...acknowledged.keys()].slice(-1);
  const opened = await fetch(`${service.url}/v2/smartlinks/${code}`, {
    headers: { authorization: `Token ${token}` },
  });
  assert.equal(opened.status, 200);
  assert.equal(await service.stop(), 0);

  const reader = openReader(store);
  const [sound] = reader.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  assert.equal(sound?.integrity_check, 'ok');
  const rows = reader.prepare('select code, uri from links').all() as {
    code: string;
    uri: string;
  }[];
  reader.close();
  const stored = new Map(rows.map((row) => [row.code, row.uri]));
  const missing = [...acknowledged].filter(([known, uri]) => stored.get(known) !== uri);
  assert.deepEqual(missing, []);
  const twice = rows.length - new Set(rows.map((row) => row.uri)).size;
  assert.equal(twice, 0);
  t.diagnostic(`${acknowledged.size} acknowledged, ${rows.length} stored, ${KILLS} kills`);
});
