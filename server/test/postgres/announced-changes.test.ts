import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { appendChange } from '../../src/storage/changes.ts';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { Connections } from '../../src/storage/postgres/connections.ts';
import { afterAll } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore, openDatabaseReader, type DatabaseReader } from '../store.ts';

/** The limit, which is 45 s for the service. Also a busy machine that pauses writes a change in less. */
const MAX_MS = 5000;
/** How long a transaction takes that is longer than the limit. */
const SLEPT_MS = MAX_MS + 1000;
/** The limit of what must not fail. */
const PATIENT_MS = 20_000;

describe('the changes of a transaction on PostgreSQL', () => {
  let url: string;
  let store: DatabaseReader;
  let connections: Connections;
  let patient: Connections;
  before(async () => {
    url = await newMigratedStore();
    store = openDatabaseReader(url);
    const settings = { poolSize: 3, statementTimeoutMs: 30_000, preparedStatements: true };
    connections = new Connections({ url, ...settings }, MAX_MS);
    patient = new Connections({ url, ...settings }, PATIENT_MS);
    afterAll(async () => {
      await connections.end();
      await patient.end();
      await store.close();
    });
  });

  const changes = () =>
    store.rows<{ subject: string; at: number }>(
      'select subject, created_at as at from changes order by seq',
    );
  const change = (subject: string, now: number) =>
    patient.transaction(undefined, (tx) => appendChange(tx, `link:${subject}`, now));

  it('get their numbers and times when it ends, so that it can take longer than the limit', async () => {
    const started = performance.now();
    let quickMs = 0;
    await connections.transaction(undefined, async (tx) => {
      for (const subject of ['link:slow', 'app:shop', 'link:slow'] as const) {
        await appendChange(tx, subject, 1000);
      }
      await change('quick', 1000);
      quickMs = performance.now() - started;
      await sleep(SLEPT_MS);
    });
    const tookMs = performance.now() - started;
    const found = await changes();
    assert.deepEqual(
      found.map(({ subject }) => subject),
      ['link:quick', 'link:slow', 'app:shop'],
    );
    const [quick = 0, slow = 0, app = 0] = found.map(({ at }) => at);
    assert.ok(quick >= 1000 && quick <= 1000 + Math.ceil(quickMs), `${quick}`);
    assert.ok(slow >= 1000 + SLEPT_MS - 1 && slow <= 1000 + Math.ceil(tookMs), `${slow}`);
    assert.ok(app >= 1000 + SLEPT_MS - 1 && app <= 1000 + Math.ceil(tookMs), `${app}`);
  });

  it('are rolled back with it if writing them takes longer than the limit', async () => {
    const earlier = await changes();
    const blocker = new Client({ connectionString: url });
    await blocker.connect();
    const waiting = `select 1 from pg_locks where not granted and relation = 'changes'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    try {
      await blocker.query('begin');
      await blocker.query('lock table changes in share mode');
      const late = connections.transaction(undefined, async (tx) => {
        await tx.run(`insert into apps (id, name, created_at) values ('app_late', 'late', 1)`);
        await appendChange(tx, 'app:app_late', 1000);
      });
      const rejected = assert.rejects(
        late,
        (error) =>
          error instanceof StoreUnavailable && error.reason === 'PG_SLOW' && !error.unknown,
      );
      await eventually('it waits', async () => (await store.rows(waiting)).length === 1);
      await sleep(MAX_MS);
      await blocker.query('rollback');
      await rejected;
    } finally {
      await blocker.end();
    }
    assert.deepEqual(await changes(), earlier);
    assert.deepEqual(await store.rows(`select name from apps where name = 'late'`), []);
    await change('next', 1000);
    assert.equal((await changes()).length, earlier.length + 1);
  });
});
