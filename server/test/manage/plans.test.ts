import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Client } from 'pg';
import { createApp } from '../../src/actions/apps/create-app.ts';
import type { SqlValue } from '../../src/storage/database.ts';
import { translate } from '../../src/storage/postgres/driver.ts';
import { afterAll, startService, type Service } from '../harness.ts';
import { writeSearchIndex } from '../search-index.ts';
import { ENGINE, openDatabaseReader, newStore, type DatabaseReader } from '../store.ts';
import { AGENTS } from '../visit/agents.ts';

const MANY = 20_000;
const FEW = 30;
/** The limit of rows of links and their entries for any request: an index is read in parts of a thousand. */
const MAX_ROWS = 1100;

const QUESTIONS: readonly (readonly [path: string, body?: object])[] = [
  ['smartlinks'],
  ['smartlinks?sort=oldest'],
  ['smartlinks?cursor=10015'],
  ['smartlinks?state=active'],
  ['smartlinks?state=disabled'],
  ['smartlinks?state=deleted&sort=oldest'],
  ['smartlinks?tag=odd'],
  ['smartlinks?tag=none&sort=oldest'],
  ['smartlinks?tag=none'],
  ['smartlinks?template=none'],
  ['smartlinks?unique=true'],
  ['smartlinks?unique=false&sort=oldest'],
  ['smartlinks?q=nowhere'],
  ['smartlinks?q=CODE&tag=odd&state=active&template=none'],
  ['smartlinks/CODE'],
  ['smartlinks/CODE/history'],
  ['smartlinks/CODE/redemptions'],
  ['smartlinks/CODE/metadata'],
  ['smartlinks/CODE/metadata/versions'],
  ['smartlinks/CODE/explain'],
  ['tags'],
  ['tags?q=od'],
  ['audit-log'],
  ['app'],
  ['apps'],
  ['tokens'],
  ['members'],
  ['doctor'],
  ['templates/try', { templates: [{ name: 'all', pattern: '*path', routes: {} }] }],
  ['app/preview', { visits: {}, page: 'open-app' }],
  [
    'smartlinks/changes',
    { filter: { tag: 'odd' }, limit: 100, dry_run: true, change: { routes: 'current_templates' } },
  ],
  ['smartlinks/changes', { codes: ['CODE'], dry_run: true, change: { state: 'disabled' } }],
  ['smartlinks/changes', { codes: ['CODE'], dry_run: true, change: { state: 'active' } }],
  ['smartlinks?sort=clicks_7d'],
  ['clicks/tags'],
];

interface Asked {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * Runs the queries of the dashboard for an app with many links and for one with few, whose rows are
 * stored between those of the large app. The plan of every statement must work for both.
 */
describe('queries of the management API', () => {
  let service: Service;
  let url: string;
  let store: DatabaseReader;
  let small: string;
  const asked: Asked[] = [];

  before(async () => {
    url = await newStore();
    service = await startService({ DATABASE_URL: url });
    const few = await createApp(service.app.ctx, 'few');
    small = few.tokens.server;
    await fill(service.owner.app.id, 'a', MANY / 2);
    await fill(few.app.id, 'few', FEW);
    await fill(service.owner.app.id, 'b', MANY / 2);
    const { db } = service.app.ctx;
    if (ENGINE === 'postgres') await db.transaction((tx) => tx.script('analyze'));
    // Otherwise it would be written while the questions are asked.
    await writeSearchIndex(service.app.ctx.db);
    store = openDatabaseReader(url);
    afterAll(() => store.close());
    const all = db.all.bind(db);
    db.all = (sql, parameters = []) => {
      asked.push({ sql, parameters });
      return all(sql, parameters);
    };
    const quick = db.quick.all.bind(db.quick);
    Object.assign(db.quick, {
      all: (sql: string, parameters: SqlValue[] = []) => {
        asked.push({ sql, parameters });
        return quick(sql, parameters);
      },
    });
    const lookUp = db.lookUp.bind(db);
    db.lookUp = (sql, column, key) => {
      // As for one request: simultaneous ones share a statement.
      const one = ENGINE === 'sqlite' ? '= ?' : '= any(array[?]::text[])';
      asked.push({ sql: `${sql} where ${column} ${one}`, parameters: [key] });
      return lookUp(sql, column, key);
    };
    const find = db.find.bind(db);
    db.find = (sql, parameters = []) => {
      asked.push({ sql, parameters });
      return find(sql, parameters);
    };
  });

  /** Inserts links with tags, some disabled, each with an entry in the ledger and in the audit log. */
  const fill = (appId: string, name: string, count: number): Promise<void> =>
    service.app.ctx.db.transaction(async (tx) => {
      const numbers =
        ENGINE === 'sqlite'
          ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
          : `generate_series(1, ${count}) as s (n)`;
      const code = `'${name}' || (10000 + n)`;
      await tx.run(
        `insert into links (code, app_id, uri, routes, tags, created_at, state)
         select ${code}, ?, 'products/' || n, '{}', '["odd"]', n,
           case when n % 10 = 0 then 'disabled' else 'active' end from ${numbers}`,
        [appId],
      );
      await tx.run(
        `insert into link_tags (app_id, tag, link_id) select app_id, 'odd', id from links where app_id = ?
         on conflict do nothing`,
        [appId],
      );
      await tx.run(
        `insert into redemptions (app_id, id, code, token_id, created_at, redemptions, metadata_version)
         select ?, ${code}, '${name}' || case when n % 2 = 0 then 10001 else 10000 + n end, 'tok', n, 1, 1
         from ${numbers}`,
        [appId],
      );
      await tx.run(
        `insert into metadata_versions (code, version, metadata, replaced_by, replaced_at)
         select code, 1, '{}', 'operator', 1 from links where app_id = ? on conflict do nothing`,
        [appId],
      );
      await tx.run(
        `insert into audit_log (app_id, subject, action, actor, before, created_at)
         select ?, 'smartlink:' || ${code}, 'change', 'operator', '{"metadata":{}}', n from ${numbers}`,
        [appId],
      );
    });

  for (const app of ['few', 'a'] as const) {
    for (const [path, body] of QUESTIONS) {
      test(`${path} of the app ${app} reads only an index in its order`, async () => {
        if (path.includes('clicks')) {
          // Reports read the links that have clicks.
          const headers = { 'user-agent': AGENTS.desktop };
          await service.request('GET', `/${app}10003`, { token: undefined, headers });
        }
        asked.length = 0;
        const method = body === undefined ? 'GET' : 'POST';
        const answer = await service.request(
          method,
          `/manage/v1/${path.replace('CODE', app + '10001')}`,
          {
            token: app === 'few' ? small : service.owner.tokens.server,
            ...(body === undefined ? {} : { body }),
          },
        );
        assert.equal(answer.status, 200, answer.text);
        assert.ok(asked.length > 0);
        for (const { sql, parameters } of asked) {
          await (ENGINE === 'sqlite' ? planOnSqlite(sql) : planOnPostgres(sql, parameters));
        }
      });
    }
  }

  async function planOnSqlite(sql: string): Promise<void> {
    const plan = await store.rows<{ detail: string }>(`explain query plan ${sql}`);
    if (FOUND_BY_CODE.test(sql)) {
      assert.ok(
        plan.some(({ detail }) => detail.endsWith('(code=?)')),
        sql,
      );
    }
    for (const { detail } of plan.filter(({ detail: step }) => GROWS.test(step))) {
      assert.match(detail, /^SEARCH /, sql);
      // Sorting requires reading everything first.
      assert.ok(!plan.some(({ detail: step }) => step.startsWith('USE TEMP B-TREE')), sql);
    }
  }

  let session: Client | undefined;

  /**
   * Returns the plan after several executions, when the plan no longer depends on the parameters.
   */
  async function planOnPostgres(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    if (!session) {
      session = new Client({ connectionString: url });
      await session.connect();
      afterAll(() => session?.end());
      await session.query('set plan_cache_mode = force_generic_plan');
    }
    await session.query(`prepare looked_at as ${translate(sql).text}`);
    const values = parameters.map((value) =>
      typeof value === 'string' ? session?.escapeLiteral(value) : value,
    );
    const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) execute looked_at ${values.length > 0 ? `(${values.join()})` : ''}`,
    );
    await session.query('deallocate looked_at');
    for (const step of stepsOf(rows[0]?.['QUERY PLAN'][0].Plan)) {
      if (!GROWS.test(step['Relation Name'] ?? '')) continue;
      const read =
        step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
      assert.ok(read <= MAX_ROWS, `${read} rows are read by ${step['Node Type']}: ${sql}`);
      // Index searches read blocks even if they find no rows.
      const blocks = step['Shared Hit Blocks'] + step['Shared Read Blocks'];
      assert.ok(blocks <= 30 + 5 * read, `${blocks} blocks, ${read} rows: ${sql}`);
    }
  }
});

/** Tables that grow with the number of links and operations. */
const GROWS = /\b(?:links|link_tags|redemptions|metadata_versions|audit_log)\b/;

/** Queries of links that are found by their codes. */
const FOUND_BY_CODE = /from links where (?:links\.)?code /;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

function stepsOf(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(stepsOf)] : [];
}
