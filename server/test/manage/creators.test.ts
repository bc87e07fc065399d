import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CODE_ALPHABET } from '../../src/domain/link/code.ts';
import { secretDigest } from '../../src/domain/access/session.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { ENGINE, newStore } from '../store.ts';
import { ROOT, startService } from '../harness.ts';

const NEW = '0010_creators.sql';
const SERVER = `sl_server_${'A'.repeat(40)}`;

/** A database from before tokens had a creator. */
async function olderStore(): Promise<string> {
  const url = await newStore();
  const settings = { poolSize: 2, statementTimeoutMs: 30_000, preparedStatements: true };
  const db = await openDatabase(url, { alphabet: CODE_ALPHABET, length: 8 }, settings);
  const folder = join(ROOT, 'server/migrations', ENGINE);
  await db.migration(async (tx) => {
    await tx.script('create table migrations (name text primary key, applied_at bigint not null)');
    for (const name of readdirSync(folder).toSorted()) {
      if (name >= NEW) break;
      await tx.script(readFileSync(join(folder, name), 'utf8'));
      await tx.run('insert into migrations (name, applied_at) values (?, 0)', [name]);
    }
  });
  await db.transaction(async (tx) => {
    await tx.run(`insert into apps (id, name, created_at) values ('app_1', 'shop', 1)`);
    const tokens: readonly (readonly [id: string, digest: string, at: number])[] = [
      ['tok_first', secretDigest(SERVER), 1],
      ['tok_of_ada', 'b', 2],
      ['tok_of_first', 'c', 3],
      ['tok_unknown', 'd', 4],
    ];
    for (const [id, digest, at] of tokens) {
      await tx.run(
        `insert into tokens (id, app_id, kind, prefix, digest, created_at)
         values (?, 'app_1', 'server', ?, ?, ?)`,
        [id, id, digest, at],
      );
    }
    const entries: readonly (readonly [
      subject: string,
      action: string,
      actor: string,
      at: number,
    ])[] = [
      ['app', 'create', 'operator', 1],
      ['token:tok_of_ada', 'create', 'mem_ada', 2],
      ['token:tok_of_first', 'create', 'tok_first', 3],
      ['token:tok_unknown', 'revoke', 'mem_ada', 5],
    ];
    for (const [subject, action, actor, at] of entries) {
      await tx.run(
        `insert into audit_log (app_id, subject, action, actor, created_at)
         values ('app_1', ?, ?, ?, ?)`,
        [subject, action, actor, at],
      );
    }
    await tx.run(
      `insert into members (id, email, name, created_at) values ('mem_ada', 'ada@shop.example', 'Ada', 1)`,
    );
  });
  await db.close();
  return url;
}

test('tokens of an older database get their creator from the audit log', async () => {
  const app = { id: 'app_1', name: 'shop' };
  const known = { app, tokens: { server: SERVER } as never, owners: [] };
  const service = await startService({ DATABASE_URL: await olderStore() }, {}, known);
  const { tokens } = (await service.request('GET', '/manage/v1/tokens')).json;
  assert.deepEqual(
    tokens.map((one: Record<string, unknown>) => [one.token_id, one.created_by, one.by_name]),
    [
      ['tok_first', 'operator', null],
      ['tok_of_ada', 'mem_ada', 'Ada'],
      ['tok_of_first', 'tok_first', null],
      ['tok_unknown', null, null],
    ],
  );
});
