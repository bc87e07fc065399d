import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import type { Environment } from '../../src/config.ts';
import type { SqlValue } from '../../src/storage/database.ts';
import { smartlinkProcess } from '../harness.ts';

// With the driver of Node.js 20, a connection that has prepared statements stays open until it is collected, so these
// work in processes of their own: a restore refuses a database that another process has opened.

const OPEN = new URL('../../src/storage/open.js', import.meta.url).href;
const SCRIPT = `void (async () => {
  const { openDatabase } = await import('${OPEN}');
  const [url, kind, sql, parameters] = JSON.parse(process.argv[1]);
  const settings = { poolSize: 1, statementTimeoutMs: 60_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: 'x', length: 1 }, settings);
  const result = kind === 'all'
    ? await db.all(sql, parameters)
    : await db.transaction((tx) => tx.run(sql, parameters));
  await db.close();
  process.stdout.write(JSON.stringify(result));
})();`;

async function ask(
  url: string,
  kind: 'all' | 'run',
  sql: string,
  parameters: readonly SqlValue[] = [],
): Promise<unknown> {
  const task = JSON.stringify([url, kind, sql, parameters]);
  const args = ['--eval', SCRIPT, task];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as unknown;
}

export async function rowsIn<Row>(url: string, sql: string): Promise<Row[]> {
  return (await ask(url, 'all', sql)) as Row[];
}

export async function runIn(
  url: string,
  sql: string,
  parameters?: readonly SqlValue[],
): Promise<void> {
  await ask(url, 'run', sql, parameters);
}

/** Creates an app in a database that no service uses. */
export async function shopIn(DATABASE_URL: string): Promise<CreatedApp> {
  const ran = await smartlinkProcess(['app', 'create', '--name', 'shop', '--json'], {
    DATABASE_URL,
  });
  assert.equal(ran.code, 0, ran.stderr);
  return JSON.parse(ran.stdout) as CreatedApp;
}

/** Inserts many links like the one with this code: their codes are `prefix` and a number. */
export async function multiplyLinks(
  url: string,
  code: string,
  prefix: string,
  count: number,
): Promise<void> {
  const sql = `select * from links where code = '${code}'`;
  const [link] = await rowsIn<object>(url, sql);
  const columns = Object.keys(link ?? assert.fail(code)).filter((name) => name !== 'id');
  const values = columns.map((name) => (name === 'code' ? `'${prefix}' || i` : name));
  await runIn(
    url,
    `insert into links (${columns.join(', ')})
     with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${count})
     select ${values.join(', ')} from links, numbers where code = ?`,
    [code],
  );
}

export async function countLinks(url: string): Promise<number> {
  const [row] = await rowsIn<{ links: number }>(url, 'select count(*) as links from links');
  return row?.links ?? 0;
}

/** The clicks of all links of the shop. */
export async function countClicks(environment: Environment): Promise<number> {
  const ran = await smartlinkProcess(['clicks', '--app', 'shop', '--json'], environment);
  assert.equal(ran.code, 0, ran.stderr);
  return (JSON.parse(ran.stdout) as { totals: { clicks: number } }).totals.clicks;
}

export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** Visits a link as a person. */
export async function visit(url: string, code: string): Promise<number> {
  const { status } = await fetch(`${url}/${code}`, { redirect: 'manual', headers: BROWSER });
  return status;
}
