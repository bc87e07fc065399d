import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { clickTime } from '../../src/storage/clicks/click-time.ts';
import { monthOf, monthStart, monthTable } from '../../src/storage/clicks/months.ts';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { openWriter } from '../../src/storage/sqlite/driver.ts';
import { proof, ROOT, spawnService, startService } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore, openDatabaseReader } from '../store.ts';
import { storeBefore } from '../store-before.ts';

const LAST = '0026_versions.sql';
const LINKS = proof ? 1_000_000 : 2000;
/** Old counts are deleted. */
const YESTERDAY = Math.floor(Date.now() / 86_400_000) - 1;
/** Each link has this number on one day. */
const CLICKS_PER_LINK = 10;
const CLICKS = LINKS * CLICKS_PER_LINK;
const MONTH = monthOf(YESTERDAY * 86_400_000);
const SINGLE_CLICKS = monthTable(MONTH);
/** A combination of dimensions that no visit of this test has. */
const PROFILE = 1000;
const MAX_BYTES = 400 * 1024 * 1024;

interface Problem {
  readonly code: string;
  readonly detail: string;
}

async function runOn(url: string, ...scripts: string[]): Promise<void> {
  const settings = { poolSize: 1, statementTimeoutMs: 600_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: CODE_ALPHABET, length: 8 }, settings);
  for (const script of scripts) await db.migration((tx) => tx.script(script));
  await db.close();
}

/** Makes migrations wait until the function that it returns is called. */
async function block(url: string): Promise<() => Promise<void>> {
  if (ENGINE === 'sqlite') {
    const connection = openWriter(url.slice('sqlite:'.length));
    connection.exec('begin immediate');
    return async () => {
      connection.exec('rollback');
      connection.close();
    };
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; select * from migrations');
  return () => client.end();
}

it('a service with a long migration serves visits, says what it does, and is not ready', async () => {
  const DATABASE_URL = await newMigratedStore();
  const before = await startService({ DATABASE_URL, CLICKS: 'off' });
  const { code } = await before.create({ uri: 'https://shop.example/5' });
  await before.stop();
  const remove = `delete from migrations where name = '${LAST}'`;
  await runOn(DATABASE_URL, 'alter table migrations drop column version', remove);
  const unblock = await block(DATABASE_URL);
  const service = await spawnService({ DATABASE_URL, CLICKS: 'off' });
  const get = (path: string) => fetch(`${service.url}${path}`, { redirect: 'manual' });
  const ready = await get('/health/ready');
  assert.equal(ready.status, 503);
  const problem = (await ready.json()) as Problem;
  assert.equal(problem.code, 'store_unavailable');
  assert.match(problem.detail, /^The database (?:is being migrated: |could not be migrated; )/);
  assert.equal((await get('/health/live')).status, 200);
  assert.equal((await get(`/${code}`)).status, 302);
  assert.match(service.errors(), /migrating the database: /);
  await unblock();
  await eventually('it is ready', async () => (await get('/health/ready')).status === 200);
  assert.equal((await get(`/${code}`)).status, 302);
  assert.equal(await service.stop(), 0);
  const store = openDatabaseReader(DATABASE_URL);
  const [row] = await store.rows<{ version: string }>(
    `select version from migrations where name = '${LAST}'`,
  );
  await store.close();
  assert.equal(typeof row?.version, 'string');
});

const numbers = `with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${LINKS})`;

/** A store with many links, of which a fifth are deleted, from before `0020`. */
function storeWithLinks(): Promise<string> {
  return storeBefore('0020', (tx) =>
    tx.script(`
      insert into apps (id, name, created_at) values ('app_1', 'shop', 1);
      insert into links (code, app_id, uri, routes, tags, created_at, state)
        ${numbers} select 'code' || i, 'app_1', 'products/' || i, '{"web":{"link":"https://shop.example/' || i || '","fallback":""}}',
        '[]', i, case when i % 5 = 0 then 'deleted' else 'active' end from numbers;
      insert into audit_log (app_id, subject, action, actor, created_at)
        ${numbers} select 'app_1', 'smartlink:code' || i, 'delete', 'operator', i from numbers where i % 5 = 0;
    `),
  );
}

/** The table of a month as before `0002` of the migrations of clicks. */
const MONTH_BEFORE =
  ENGINE === 'postgres'
    ? `create table ${SINGLE_CLICKS} partition of clicks
         for values from (${monthStart(MONTH)}) to (${monthStart(MONTH + 1)});`
    : `create table ${SINGLE_CLICKS}
         (at integer not null, link integer not null, profile integer not null, visitor integer not null);
       create index ${SINGLE_CLICKS}_at on ${SINGLE_CLICKS} (at);`;
const turns = Array.from({ length: CLICKS_PER_LINK }, (_, turn) => `select ${turn} as turn`);

/** Clicks and their counts from before `0002` of their migrations. Two clicks have the same time. */
async function addClicks(url: string): Promise<void> {
  const first = join(ROOT, 'server/migrations', `clicks-${ENGINE}`, '0001_clicks.sql');
  await runOn(
    clicksUrlOf(url),
    `create table click_migrations (name text primary key, applied_at bigint not null);
     ${readFileSync(first, 'utf8')}
     insert into click_migrations (name, applied_at) values ('0001_clicks.sql', 1);
     insert into click_links (id, code, app) ${ENGINE === 'postgres' ? 'overriding system value' : ''} ${numbers} select i, 'code' || i, 1 from numbers;
     insert into day_links (app, day, link, clicks, visitors)
       ${numbers} select 1, ${YESTERDAY}, i, ${CLICKS_PER_LINK}, 1 from numbers;
     ${MONTH_BEFORE}
     insert into ${SINGLE_CLICKS} (at, link, profile, visitor)
       ${numbers} select ${YESTERDAY * 86_400_000} + ((i - 1) * ${CLICKS_PER_LINK} + turn) / 2, i, ${PROFILE}, 0
       from numbers cross join (${turns.join(' union all ')}) t;`,
  );
}

/** The most memory that a process has had, in bytes. */
function peakOf(pid: number): number {
  const [, kilobytes] =
    /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

it(`${LINKS} links and ${CLICKS} clicks are migrated in bounded memory`, async (t: TestContext) => {
  if (process.platform !== 'linux') return t.skip('reads /proc');
  const DATABASE_URL = await storeWithLinks();
  await addClicks(DATABASE_URL);
  const begin = performance.now();
  const service = await spawnService({ DATABASE_URL });
  const get = async (path: string): Promise<number> =>
    (await fetch(`${service.url}${path}`, { redirect: 'manual' })).status;
  const answers: Record<string, number> = {};
  let slowest = 0;
  let whileMigrating = 0;
  for (;;) {
    const ready = await fetch(`${service.url}/health/ready`);
    if (ready.status === 200) break;
    if ((await ready.text()).includes('is being migrated')) whileMigrating++;
    const asked = performance.now();
    const status = await get('/code1');
    slowest = Math.max(slowest, performance.now() - asked);
    answers[status] = (answers[status] ?? 0) + 1;
    assert.equal(await get('/health/live'), 200);
    assert.ok(performance.now() - begin < 600_000, service.errors());
    await sleep(100);
  }
  const seconds = (performance.now() - begin) / 1000;
  assert.equal(await get('/code1'), 302);
  assert.equal(await get('/code5'), 410);
  const clicks = openDatabaseReader(clicksUrlOf(DATABASE_URL));
  const isMigrated = async (): Promise<boolean> => {
    const sql = "select name from click_migrations where name = '0006_clicks_by_time.sql'";
    return (await clicks.rows(sql)).length === 1;
  };
  await eventually('the clicks are migrated', isMigrated, 120_000);
  const secondsOfClicks = (performance.now() - begin) / 1000;
  const peak = peakOf(service.child.pid ?? 0);
  t.diagnostic(
    `${seconds.toFixed(1)} s, with clicks ${secondsOfClicks.toFixed(1)} s, ${Math.round(peak / 2 ** 20)} MB at most; visits meanwhile: ` +
      `${JSON.stringify(answers)}, the slowest ${Math.round(slowest)} ms`,
  );
  assert.ok(peak > 0 && peak < MAX_BYTES, `${peak} bytes`);
  assert.ok(Object.keys(answers).every((status) => status === '302' || status === '503'));
  // The service listens, and says so, after two seconds of migrating.
  if (whileMigrating > 1)
    assert.match(service.errors(), /migrating the database: \d{4}_\w+\.sql \(\d+ of \d+\)/);
  assert.equal(await service.stop(), 0);
  const links = openDatabaseReader(DATABASE_URL);
  const [kept] = await links.rows<{ n: number }>(
    "select count(*) as n from links where state <> 'deleted' or kept_state = 'disabled'",
  );
  await links.close();
  assert.equal(Number(kept?.n), LINKS);
  const [counted] = await clicks.rows<{ n: number; opens: number }>(
    'select sum(clicks) as n, sum(opens) as opens from day_links',
  );
  const { at } = clickTime(ENGINE, SINGLE_CLICKS);
  const [single] = await clicks.rows<{ n: number; sum: number }>(
    `select count(*) as n, sum(${at} - ${YESTERDAY * 86_400_000}) as sum
       from ${SINGLE_CLICKS} r where r.profile = ${PROFILE}`,
  );
  await clicks.close();
  assert.deepEqual([Number(counted?.n), Number(counted?.opens)], [CLICKS, 0]);
  // 0 + 0 + 1 + 1 + 2 + 2 …
  const sum = (CLICKS / 2) * (CLICKS / 2 - 1);
  assert.deepEqual([Number(single?.n), Number(single?.sum)], [CLICKS, sum]);
});
