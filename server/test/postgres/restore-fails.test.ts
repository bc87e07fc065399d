import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { Client } from 'pg';
import { multiplyLinks, shopIn } from '../backups/shop.ts';
import { smartlinkProcess, startService, temporaryFolder } from '../harness.ts';
import { newMigratedStore, newStore } from '../store.ts';

it('a restore that PostgreSQL refuses says why', async () => {
  const DATABASE_URL = await newMigratedStore();
  const owner = await shopIn(DATABASE_URL);
  const service = await startService({ DATABASE_URL }, {}, owner);
  const { code } = await service.create({
    uri: 'https://shop.example/5',
    metadata: { filler: 'x'.repeat(1000) },
  });
  await service.stop();
  // More than a pipe holds.
  await multiplyLinks(DATABASE_URL, code, 'copy', 2000);
  const backup = join(temporaryFolder(), 'monday');
  assert.equal((await smartlinkProcess(['backup', backup], { DATABASE_URL })).code, 0);

  const target = await newStore();
  const client = new Client({ connectionString: target });
  await client.connect();
  await client.query(`create function refuse() returns event_trigger language plpgsql as
    $$ begin raise 'not permitted'; end $$`);
  await client.query(
    "create event trigger refuse on ddl_command_end when tag in ('CREATE TABLE') execute function refuse()",
  );
  await client.end();
  const ran = await smartlinkProcess(['restore', backup], { DATABASE_URL: target });
  assert.equal(ran.code, 1);
  assert.match(ran.stderr, /psql ended with 3: .*not permitted/);
});
