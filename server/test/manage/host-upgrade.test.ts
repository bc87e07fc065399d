import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createToken } from '../../src/actions/tokens/create-token.ts';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { ROOT, startService } from '../harness.ts';
import { getAs } from '../send-as.ts';
import { ENGINE, newStore } from '../store.ts';

const FILE = '/.well-known/apple-app-site-association';
const APPS = JSON.stringify([{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }]);

/** A database from before hosts had to be proven, with an app that has a host. */
async function oldStore(): Promise<string> {
  const url = await newStore();
  const codes = { alphabet: CODE_ALPHABET, length: 8 };
  const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, codes, settings);
  const folder = join(ROOT, 'server/migrations', ENGINE);
  const names = readdirSync(folder)
    .filter((name) => name < '0009')
    .toSorted();
  await db.migration(async (tx) => {
    for (const name of names) await tx.script(readFileSync(join(folder, name), 'utf8'));
    await tx.script('create table migrations (name text primary key, applied_at bigint not null)');
    for (const name of names)
      await tx.run('insert into migrations (name, applied_at) values (?, 0)', [name]);
    await tx.run("insert into apps (id, name, created_at) values ('app_old', 'old', 0)");
    await tx.run(
      `insert into hosts (host, app_id, position) values ('go.shop.example', 'app_old', 0)`,
    );
    await tx.run(
      `insert into platforms (app_id, platform, enabled, fallback, apps)
       values ('app_old', 'iphone', 1, '', ?)`,
      [APPS],
    );
  });
  await db.close();
  return url;
}

test('an upgrade keeps all hosts and association files', async () => {
  const DATABASE_URL = await oldStore();
  const service = await startService({ DATABASE_URL, SMARTLINK_BASE: 'https://link.example' });
  const { ctx } = service.app;
  const { token } = await createToken(ctx, { appId: 'app_old', actor: 'operator' }, 'server');
  const { json } = await service.request('GET', '/manage/v1/hosts', { token });
  assert.deepEqual(json, {
    hosts: [{ host: 'go.shop.example', state: 'proven', record: null }],
    default_host: { host: 'link.example', listed: true },
  });
  const made = await service.request('POST', '/v2/smartlinks', {
    token,
    body: { uri: 'https://e.example/' },
  });
  const code = (made.json.smartlink as string).split('/').at(-1);
  for (const host of ['go.shop.example', 'link.example']) {
    assert.equal((await getAs(service.url, `/${code}`, { host })).status, 302, host);
    assert.match((await getAs(service.url, FILE, { host })).text, /com\.shop\.app/, host);
  }
});
