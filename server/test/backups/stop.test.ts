import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { writeBackup } from '../../src/storage/backups/write-backup.ts';
import { openWriter, type Connection } from '../../src/storage/sqlite/driver.ts';
import { afterAll, PROGRAM, spawnService, startService, temporaryFolder } from '../harness.ts';
import { eventually, loadFactor } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';

/** Makes a backup of this database take minutes. */
async function makeSlow(url: string): Promise<void> {
  if (ENGINE === 'sqlite') {
    const db = openWriter(url.slice('sqlite:'.length));
    // Node.js 24.11 and earlier have no such mode.
    (db as Partial<Connection>).enableDefensive?.(false);
    db.exec(`create table slow (n); create index slow_index on slow (n);
      insert into slow with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
        select n from numbers;
      pragma writable_schema = on`);
    // The check of the copy computes it for each row. The value is that of the index, whose creation would take as long.
    // In upper case: VACUUM copies nothing else.
    const value = 'n + 0 * length(hex(zeroblob(9000000 + n)))';
    db.exec(`update sqlite_schema set sql = 'CREATE INDEX slow_index on slow (${value})'
      where name = 'slow_index'`);
    db.close();
    return;
  }
  // pg_dump waits for it.
  const holder = await connected(url);
  await holder.query('begin');
  await holder.query('lock table saved_filters in access exclusive mode');
}

/** Whether a backup has begun to copy the database. */
async function isRunning(url: string, folder: string): Promise<boolean> {
  if (ENGINE === 'sqlite') {
    return (
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('smartlink.db'))
    );
  }
  const watcher = new Client(url);
  await watcher.connect();
  const { rows } = await watcher.query(
    `select 1 from pg_stat_activity
     where application_name = 'smartlink-backup' and datname = current_database()`,
  );
  await watcher.end();
  return rows.length > 0;
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  afterAll(() => client.end());
  return client;
}

describe('a backup that is stopped', () => {
  it('before it begins writes nothing', async () => {
    const folder = join(temporaryFolder(), 'backups');
    const stores = [{ store: 'links', url: await newMigratedStore() }] as const;
    const header = { format: 1, version: '0', created_at: '', database: '', files: [] } as const;
    const options = { signal: AbortSignal.abort() };
    await assert.rejects(writeBackup(stores, join(folder, 'monday'), header, options), {
      name: 'AbortError',
    });
    assert.equal(existsSync(folder), false);
  });

  it('while it copies leaves nothing behind', async () => {
    const folder = join(temporaryFolder(), 'backups');
    const stores = [{ store: 'links', url: await newMigratedStore() }] as const;
    const header = { format: 1, version: '0', created_at: '', database: '', files: [] } as const;
    const stop = new AbortController();
    const written = writeBackup(stores, join(folder, 'monday'), header, { signal: stop.signal });
    stop.abort();
    await assert.rejects(written, { name: 'AbortError' });
    assert.deepEqual(readdirSync(folder), []);
  });

  const withPrograms = { skip: ENGINE === 'sqlite' && 'the service copies files itself' };
  it('ends the programs that make it', withPrograms, async () => {
    const folder = join(temporaryFolder(), 'backups');
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL, BACKUP_FOLDER: folder });
    await service.app.backUp();
    await makeSlow(DATABASE_URL);
    const made = service.app.backUp();
    await eventually('a dump is begun', () => isRunning(DATABASE_URL, folder), 20_000);
    await service.stop();
    await made;
    await eventually('it has ended', async () => !(await isRunning(DATABASE_URL, folder)));
  });

  it('ends with the service, at once', async () => {
    const folder = join(temporaryFolder(), 'backups');
    const DATABASE_URL = await newMigratedStore();
    await makeSlow(DATABASE_URL);
    const service = await spawnService({ DATABASE_URL, BACKUP_FOLDER: folder });
    await eventually('a backup is begun', () => isRunning(DATABASE_URL, folder));
    const begin = performance.now();
    assert.equal(await service.stop(), 0);
    const tookMs = performance.now() - begin;
    assert.ok(tookMs < 6000 * loadFactor(), `${tookMs} ms`);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(service.problems(), '');
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`by command leaves nothing behind, ${signal}`, async () => {
      const folder = temporaryFolder();
      const DATABASE_URL = await newMigratedStore();
      await makeSlow(DATABASE_URL);
      const child = spawn(process.execPath, [PROGRAM, 'backup', join(folder, 'monday')], {
        env: { PATH: process.env.PATH, DATABASE_URL },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      afterAll(() => child.kill('SIGKILL'));
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      await eventually('a backup is begun', () => isRunning(DATABASE_URL, folder));
      child.kill(signal);
      assert.deepEqual(await once(child, 'close'), [null, signal]);
      assert.equal(errors, `smartlink: stopped by ${signal}\n`);
      assert.deepEqual(readdirSync(folder), []);
      const isStill = () => ENGINE === 'postgres' && isRunning(DATABASE_URL, folder);
      await eventually('it has ended', async () => !(await isStill()));
    });
  }

  it('with a signal that cannot be handled ends the programs', withPrograms, async () => {
    const folder = temporaryFolder();
    const DATABASE_URL = await newMigratedStore();
    await makeSlow(DATABASE_URL);
    const child = spawn(process.execPath, [PROGRAM, 'backup', join(folder, 'monday')], {
      env: { PATH: process.env.PATH, DATABASE_URL },
      stdio: 'ignore',
    });
    await eventually('a backup is begun', () => isRunning(DATABASE_URL, folder));
    child.kill('SIGKILL');
    await eventually('it has ended', async () => !(await isRunning(DATABASE_URL, folder)));
  });
});
