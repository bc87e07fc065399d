import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client } from 'pg';
import { MIGRATION_LOCK } from '../../src/storage/postgres/locks.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { afterAll, spawnService, startService } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore, openDatabaseReader } from '../store.ts';

it('clicks are stored while another process migrates the links', async () => {
  const settings = { DATABASE_URL: await newMigratedStore(), CLICKS: 'on' };
  const first = await startService(settings);
  const { code } = await first.create({ uri: 'https://shop.example/5' });
  await first.request('GET', `/${code}`);
  await clicksSettled(first);
  await first.stop();

  const other = new Client({ connectionString: settings.DATABASE_URL });
  await other.connect();
  afterAll(() => other.end());
  await other.query('begin');
  await other.query(MIGRATION_LOCK);
  const service = await spawnService(settings);
  const visit = await fetch(`${service.url}/${code}`, { redirect: 'manual' });
  assert.equal(visit.status, 302);
  const clicks = openDatabaseReader(settings.DATABASE_URL);
  await eventually(
    'the click is stored',
    async () => {
      const [row] = await clicks.rows<{ n: number }>('select count(*) as n from clicks');
      return row?.n === 2;
    },
    60_000,
  );
  assert.equal(await service.stop(), 0);
  await clicks.close();
});
