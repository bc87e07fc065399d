import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { MIGRATION_LOCK } from '../../src/storage/postgres/locks.ts';
import { afterAll, smartlink, spawnService } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newStore } from '../store.ts';

/** Less than another process migrates here. */
const DATABASE_TIMEOUT_SECONDS = '1';
/** After which a statement ends that the timeout does not cancel. */
const LIMIT_MS = 3000;

const WAITS = /waiting for the database or the migration of another process/;

/** A new database. Another process migrates it until `end` is called. */
async function databaseInMigration(): Promise<{ url: string; end: () => Promise<void> }> {
  const url = await newStore();
  const other = new Client({ connectionString: url });
  await other.connect();
  afterAll(() => other.end());
  await other.query('begin');
  await other.query(MIGRATION_LOCK);
  return { url, end: async () => void (await other.query('commit')) };
}

describe('a migration', () => {
  it('waits for the one of another process, however long that takes', async () => {
    const { url, end } = await databaseInMigration();
    const settings = { DATABASE_URL: url, DATABASE_TIMEOUT_SECONDS };
    const migrating = smartlink(['migrate'], settings);
    await sleep(LIMIT_MS);
    await end();
    const { code, stdout, stderr } = await migrating;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^applied 0001_links\.sql$/m);
    assert.match(stderr, WAITS);
  });

  it('of a service that waits ends when the service is stopped', async () => {
    const { url } = await databaseInMigration();
    const service = await spawnService(
      { DATABASE_URL: url, DATABASE_TIMEOUT_SECONDS },
      { unmigrated: true },
    );
    await eventually('it is logged', () => WAITS.test(service.errors()));
    await sleep(LIMIT_MS);
    assert.doesNotMatch(service.errors(), /unavailable/);
    const began = performance.now();
    assert.equal(await service.stop(), 0, service.errors());
    assert.ok(performance.now() - began < 20_000);
  });
});
