import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { MIGRATION_LOCK } from '../../src/storage/postgres/locks.ts';
import { runIn } from '../backups/shop.ts';
import { afterAll, smartlink, spawnService } from '../harness.ts';
import { newStore } from '../store.ts';
import { ownServer } from './own-server.ts';
import { lineTo } from './standbys.ts';

/** More than the service needs to notice that the database is available. */
const ENDED_MS = 60_000;
const AT_ONCE = { SHUTDOWN_DELAY_SECONDS: '0' };

describe('a service whose database comes later', () => {
  for (const WORKERS of ['1', '2']) {
    it(`ends, with the reason, if a newer version has migrated it, WORKERS=${WORKERS}`, () =>
      endsWith(WORKERS));
  }
  const endsWith = async (WORKERS: string): Promise<void> => {
    const server = await ownServer();
    const DATABASE_URL = server.url;
    assert.equal((await smartlink(['migrate'], { DATABASE_URL })).code, 0);
    const later = `insert into migrations (name, applied_at, version) values ('9999_later.sql', 0, '7.8.9')`;
    await runIn(DATABASE_URL, later);
    await server.end('SIGINT');
    const service = await spawnService({ DATABASE_URL, WORKERS });
    const closed = once(service.child, 'close', { signal: AbortSignal.timeout(ENDED_MS) });
    await server.start();
    await closed;
    assert.equal(service.child.exitCode, 3, service.errors());
    assert.match(service.errors(), /^smartlink: .* newer version, Smartlink 7\.8\.9/m);
  };
});

describe('a service with several processes', () => {
  it('prints its address and can be stopped while another process migrates', async () => {
    const DATABASE_URL = await newStore();
    const other = new Client({ connectionString: DATABASE_URL });
    await other.connect();
    afterAll(() => other.end());
    await other.query('begin');
    await other.query(MIGRATION_LOCK);
    const service = await spawnService({ DATABASE_URL, WORKERS: '2', ...AT_ONCE });
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200);
    const began = performance.now();
    assert.equal(await service.stop(), 0, service.errors());
    assert.ok(performance.now() - began < ENDED_MS);
  });
});

describe('a service whose database does not answer any more', () => {
  for (const which of ['DATABASE_URL', 'DATABASE_REPLICA_URLS']) {
    it(`stops, also if it is that of ${which}`, async () => {
      const server = await ownServer();
      const line = await lineTo(server.url);
      const settings = { DATABASE_URL: server.url, [which]: line.url };
      const service = await spawnService({ ...settings, ...AT_ONCE });
      line.stall();
      const began = performance.now();
      assert.equal(await service.stop(), 0, service.errors());
      assert.ok(performance.now() - began < ENDED_MS);
    });
  }
});
