import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { smartlink, startService } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { ownServer } from './own-server.ts';
import { lineTo, missingForStandbys, onServer, standbyOf } from './standbys.ts';

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

const missing = await missingForStandbys();

describe('an instance that only reads, from a standby', { skip: missing ?? false }, () => {
  it('applies changes, and reads from the primary as soon as its address leads to it', async () => {
    const primary = await ownServer();
    const standby = await standbyOf(primary);
    const line = await lineTo(primary.url);
    // What is cached stays in use while this is checked.
    const environment = { DATABASE_URL: line.url, CLICKS: 'off', CACHE_MAX_AGE_SECONDS: '600' };
    await smartlink(['migrate'], environment);
    const service = await startService(environment);
    const { code } = await service.create({ uri: 'https://shop.example/' });
    const { visits } = service.app.ctx.cache;
    const visit = async (): Promise<number> =>
      (await service.request('GET', `/${code}`, { token: undefined })).status;
    const open = async (): Promise<boolean> => {
      visits.clear();
      return (await visit()) === 302;
    };
    /** As another instance does that is connected to the primary. */
    const change = async (state: string): Promise<void> => {
      const sql = `with changed as (update links set state = '${state}' where code = '${code}' returning code)
        insert into changes (subject, created_at)
        select 'link:' || code, (extract(epoch from now()) * 1000)::bigint from changed`;
      await onServer(primary.url, sql);
    };
    const sessionsOn = async ({ url }: { readonly url: string }): Promise<number> => {
      const sql = `select cast(count(*) as integer) as count from pg_stat_activity
        where application_name = 'smartlink' and backend_type = 'client backend'`;
      return (await onServer<{ count: number }>(url, sql))[0]?.count ?? 0;
    };
    await eventually('the standby has the table of links', async () => {
      const sql = `select 1 where to_regclass('links') is not null`;
      return (await onServer(standby.url, sql)).length > 0;
    });
    await eventually('the standby has the link', async () => {
      const sql = `select 1 from links where code = '${code}'`;
      return (await onServer(standby.url, sql)).length > 0;
    });
    // As after a failover: the earlier primary is a standby, and the address still leads to it.
    line.lead(standby.url);
    line.cut();
    await eventually('the standby is read', async () => {
      return (await open()) && (await sessionsOn(standby)) > 0;
    });
    await eventually('only the standby is read', async () => (await sessionsOn(primary)) === 0);
    await eventually('the link is cached', async () => {
      return (await visit()) === 302 && visits.get(code) !== undefined;
    });
    await change('disabled');
    await eventually('the change is applied', async () => (await visit()) === 410);
    await change('active');
    line.lead(primary.url);
    // A connection that is not used any more ends after 30 s.
    const isMoved = async () => (await open()) && (await sessionsOn(standby)) === 0;
    await eventually('only the primary is read', isMoved, 40_000);
    assert.ok((await sessionsOn(primary)) > 0);
  });
});
