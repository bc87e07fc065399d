import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { startService } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

async function query(url: string, sql: string): Promise<void> {
  const options = '-c default_transaction_read_only=off';
  const client = new Client({ connectionString: url, options });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('an instance that was connected to a server that accepts no writes', () => {
  it('writes as soon as its address leads to one that does', async () => {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL, DATABASE_POOL_SIZE: '2' });
    const name = new URL(DATABASE_URL).pathname.slice(1);
    const create = async (n: number): Promise<number> =>
      (await service.request('POST', '/v2/smartlinks', { body: { uri: `p/${n}` } })).status;
    assert.equal(await create(0), 201);
    // As after a failover: new sessions are read-only, until the address leads to another server.
    await query(DATABASE_URL, `alter database "${name}" set default_transaction_read_only = on`);
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and pid <> pg_backend_pid()`;
    await query(DATABASE_URL, others);
    // The first ones fail because their connections were ended.
    for (let n = 0; n < 10; n++) assert.equal(await create(1), 503);
    await query(DATABASE_URL, `alter database "${name}" reset default_transaction_read_only`);
    // Each failed write replaces its connection. The polls for changes keep connections in use, so none ends by itself.
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push(await create(2));
    assert.equal(statuses.at(-1), 201, statuses.join());
    await service.stop();
  });
});
