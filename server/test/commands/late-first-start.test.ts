import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../../src/storage/sqlite/driver.ts';
import { smartlink, spawnService, temporaryFolder } from '../harness.ts';
import { addressIn, eventually } from '../processes.ts';

/** Prevents all writes to a new file, as another program can; returns how to end that. */
function lock(file: string): () => void {
  const connection = openWriter(file);
  connection.exec('begin immediate');
  return () => {
    if (connection.isOpen) connection.close();
  };
}

for (const WORKERS of ['1', '2']) {
  test(`a new database that is locked at the start gets its first app later, WORKERS=${WORKERS}`, async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'smartlink.db');
    // The service waits for another process up to ten seconds, and listens after two.
    const unlock = lock(file);
    const starting = spawnService({ DATABASE_URL: `sqlite:${file}`, WORKERS });
    if (WORKERS === '2') setTimeout(unlock, 4000);
    const service = await starting;
    if (WORKERS === '1') assert.equal(service.welcome(), '');
    unlock();
    await eventually('the first start', () => service.welcome().includes('invitation#'), 20_000);
    const [token] = /sl_server_\w+/.exec(service.welcome()) ?? [];
    const created = await fetch(`${service.url}/v2/smartlinks`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: '{"uri":"https://example.com/hello"}',
    });
    const visit = await fetch(await addressIn(created), { redirect: 'manual' });
    assert.equal(visit.headers.get('location'), 'https://example.com/hello');
    assert.equal(await service.stop(), 0);
  });
}

test('of processes that start at the same time on a new file, one creates the first app', async () => {
  const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'smartlink.db')}` };
  const starting = [1, 2, 3].map(() => spawnService(environment, { unmigrated: true }));
  const services = await Promise.all(starting);
  const shown = (): string[] => services.map((one) => one.welcome()).filter((text) => text !== '');
  await eventually('the first start', () => shown().join('').includes('invitation#'));
  const listed = await smartlink(['app', 'list', '--json'], environment);
  const { apps } = JSON.parse(listed.stdout) as { apps: { name: string }[] };
  assert.deepEqual(
    apps.map(({ name }) => name),
    ['my-app'],
  );
  for (const service of services) assert.equal(await service.stop(), 0);
  assert.equal(
    new Set(
      shown()
        .join('')
        .match(/sl_server_\w+/g),
    ).size,
    1,
  );
});

test('a service that waits for a locked new database stops', async () => {
  const file = join(temporaryFolder(), 'smartlink.db');
  const unlock = lock(file);
  const service = await spawnService({ DATABASE_URL: `sqlite:${file}` });
  const closed = once(service.child, 'close');
  service.child.kill('SIGTERM');
  setTimeout(unlock, 3000);
  assert.deepEqual(await closed, [0, null]);
  assert.match(service.output(), /has stopped/);
});
