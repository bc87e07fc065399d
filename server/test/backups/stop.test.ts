import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { writeBackup } from '../../src/storage/backups/write-backup.ts';
import { afterAll, startService, temporaryFolder } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';

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

  const skip = ENGINE === 'sqlite' && 'the service copies files itself';
  it('ends the programs that make it', { skip }, async () => {
    const folder = join(temporaryFolder(), 'backups');
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL, BACKUP_FOLDER: folder });
    await service.app.backUp();
    const [holder, watcher] = [await connected(DATABASE_URL), await connected(DATABASE_URL)];
    // pg_dump waits for it.
    await holder.query('begin');
    await holder.query('lock table saved_filters in access exclusive mode');
    const dumps = async (): Promise<number> => {
      const { rows } = await watcher.query<{ dumps: number }>(
        `select count(*)::integer as dumps from pg_stat_activity
         where application_name = 'smartlink-backup' and datname = current_database()`,
      );
      return rows[0]?.dumps ?? 0;
    };
    const made = service.app.backUp();
    await eventually('a dump is begun', async () => (await dumps()) > 0, 20_000);
    await service.stop();
    await made;
    await eventually('it has ended', async () => (await dumps()) === 0);
    assert.ok(readdirSync(folder).every((name) => !name.endsWith('.partial')));
  });
});
