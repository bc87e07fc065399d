import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@smartlink/client';
import { createServerClient } from '@smartlink/client/server';
import { Client } from 'pg';
import { ROOT, smartlink, spawnService, temporaryFolder, type Spawned } from '../harness.ts';
import { eventually, welcomeOf } from '../processes.ts';
import { ownServer } from './own-server.ts';

// Does what docs/operate/postgres.md describes, with its settings.

const PAGE = readFileSync(join(ROOT, 'docs/operate/postgres.md'), 'utf8');
const LINKS = 6;
const pgBasebackup = (args: readonly string[], owner: object) =>
  spawnSync('pg_basebackup', args, { ...owner, cwd: '/', encoding: 'utf8' });

test('a database is recovered to the time before a mistake', async (t) => {
  const script = new URL('../../../../scripts/postgres.js', import.meta.url).href;
  const { ownerOf } = (await import(script)) as { ownerOf: () => Owner | undefined };
  const folder = folderFor(ownerOf());
  const settings = { ...settingsOf('archive_mode', folder), archive_timeout: '0' };
  const server = await ownServer({ folder, settings });
  const missing = await missingProgram(server.url);
  if (missing !== undefined && process.env.CI !== 'true') return t.skip(missing);
  // On a busy machine, the service would otherwise start before its migration has ended.
  await smartlink(['migrate'], { DATABASE_URL: server.url });
  const service = await spawnService({ DATABASE_URL: server.url });
  const tokens = await welcomeOf(service);
  const links = createServerClient({ baseUrl: service.url, token: tokenOf(tokens, 'server') });
  const app = createClient({ baseUrl: service.url, token: tokenOf(tokens, 'web') });
  const create = async (n: number): Promise<string> => {
    const uri = `https://shop.example/p/${n}`;
    return (await links.create({ uri, metadata: { n }, redeemLimit: 3 })).code;
  };
  const redeem = (code: string) => app.redeem(code);
  const codes: string[] = [];
  const createAndRedeem = async (from: number): Promise<void> => {
    for (let n = from; n < from + LINKS / 2; n++) {
      codes.push(await create(n));
      await redeem(codes[n] ?? '');
    }
  };

  await createAndRedeem(0);
  const base = join(folder, 'base');
  const made = pgBasebackup(
    [`--pgdata=${base}`, '--checkpoint=fast', `--dbname=${server.url}`],
    ownerOf() ?? {},
  );
  assert.equal(made.status, 0, made.stderr);
  await createAndRedeem(LINKS / 2);
  for (const code of codes.slice(0, 2)) await redeem(code);
  const before = await timeOf(server.url);

  const DATABASE_URL = server.url;
  for (const code of codes) await smartlink(['link', 'delete', code], { DATABASE_URL });
  const later = await create(LINKS);
  await eventually('it knows the deletions', async () => (await visit(service, codes[0])) === 410);
  assert.equal(await visit(service, later), 302);

  await server.end('SIGINT');
  const data = join(folder, 'data');
  renameSync(data, join(folder, 'replaced'));
  renameSync(base, data);
  const recovery = { ...settingsOf('restore_command', folder), recovery_target_time: before };
  appendFileSync(join(data, 'postgresql.conf'), linesOf(recovery));
  appendFileSync(join(data, 'recovery.signal'), '');
  await server.start();

  // The instance that kept running has cached what no longer exists.
  await eventually(
    'it detects that the database is older',
    async () => {
      const statuses = await Promise.all([later, ...codes].map((code) => visit(service, code)));
      return statuses.join() === [404, ...codes.map(() => 302)].join();
    },
    15_000,
  );
  assert.equal(await service.stop(), 0, service.errors());

  const after = await spawnService({ DATABASE_URL });
  assert.equal((await fetch(`${after.url}/health/ready`)).status, 200);
  assert.equal(await visit(after, later), 404);
  for (const [n, code] of codes.entries()) {
    assert.equal(await visit(after, code), 302);
    const { stdout } = await smartlink(['link', 'redemptions', code, '--json'], { DATABASE_URL });
    const { redemptions } = JSON.parse(stdout) as { redemptions: { redemptions: number }[] };
    const counts = redemptions.map((one) => one.redemptions);
    assert.deepEqual(counts, n < 2 ? [2, 1] : [1], `link ${n}`);
  }
  const doctor = await smartlink(['doctor'], { DATABASE_URL });
  assert.equal(doctor.code, 0, doctor.stdout);
  assert.equal(await after.stop(), 0, after.errors());
});

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A folder with one for the archive, both of the user of PostgreSQL. */
function folderFor(owner: Owner | undefined): string {
  const folder = temporaryFolder();
  const archive = join(folder, 'wal');
  mkdirSync(archive);
  if (owner) for (const path of [folder, archive]) chownSync(path, owner.uid, owner.gid);
  return folder;
}

/** The settings of the block of the page that begins with this one, for `folder` instead of /backup. */
function settingsOf(first: string, folder: string): Record<string, string> {
  const [, block = ''] = new RegExp(`\`\`\`\n(${first} = [^\`]*)\`\`\``).exec(PAGE) ?? [];
  const lines = [...block.matchAll(/^(\w+) = '?(.*?)'?$/gm)];
  assert.equal(lines.length, 3, block);
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value.replaceAll('/backup', folder)]),
  );
}

const linesOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');

const tokenOf = (welcome: string, kind: string): string =>
  new RegExp(`sl_${kind}_\\w+`).exec(welcome)?.[0] ?? assert.fail(kind);

const visit = async (service: Spawned, code = ''): Promise<number> =>
  (await fetch(`${service.url}/${code}`, { redirect: 'manual' })).status;

/** Returns what to install. The server of the tests may come without this program, or with an older one. */
async function missingProgram(url: string): Promise<string | undefined> {
  const needed = Number.parseInt(await show(url, "current_setting('server_version')"), 10);
  const own = Number(/\d+/.exec(pgBasebackup(['--version'], {}).stdout ?? '')?.[0] ?? 0);
  return own >= needed ? undefined : `install pg_basebackup of PostgreSQL ${needed} or newer`;
}

/** The time of the server, with a pause before and after it. */
async function timeOf(url: string): Promise<string> {
  await sleep(50);
  const time = await show(url, 'clock_timestamp()');
  await sleep(50);
  return time;
}

async function show(url: string, expression: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ value: string }>(`select (${expression})::text as value`);
  await client.end();
  return rows[0]?.value ?? assert.fail();
}
