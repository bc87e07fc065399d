import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { secretDigest } from '../../src/domain/access/session.ts';
import { formatToken, tokenPrefix } from '../../src/domain/access/token.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { startService, type Service } from '../harness.ts';
import { storeBefore } from '../store-before.ts';

const APP = { id: 'app_past', name: 'shop' };
const OTHER = { id: 'app_other', name: 'books' };
const server = formatToken('server', 'server'.padEnd(40, '0'));
const CODE = 'Changed1';

/** A link whose metadata was changed twice, with similar entries in between. */
async function fill(tx: Transaction): Promise<void> {
  for (const { id, name } of [APP, OTHER]) {
    await tx.run('insert into apps (id, name, created_at) values (?, ?, 1)', [id, name]);
  }
  await tx.run(
    `insert into tokens (id, app_id, kind, prefix, digest, created_at) values ('tok_1', ?, 'server', ?, ?, 1)`,
    [APP.id, tokenPrefix(server), secretDigest(server)],
  );
  await tx.run(
    `insert into members (id, email, name, created_at) values ('mem_1', 'ada@shop.example', 'Ada', 1)`,
  );
  const link = (code: string, version: number) =>
    tx.run(
      `insert into links (code, app_id, uri, routes, tags, metadata, metadata_version, created_at, created_by)
       values (?, ?, 'a', '{}', '[]', '{"n":3}', ?, 1000, 'tok_1')`,
      [code, APP.id, version],
    );
  const version = (code: string, number: number) =>
    tx.run('insert into metadata_versions (code, version, metadata) values (?, ?, ?)', [
      code,
      number,
      `{"n":${number}}`,
    ]);
  const entry = (
    appId: string,
    code: string,
    actor: string,
    at: number,
    action = 'change',
    was = '{"metadata":{"n":0}}',
  ) =>
    tx.run(
      `insert into audit_log (app_id, subject, action, actor, before, after, created_at)
       values (?, ?, ?, ?, ?, '{}', ?)`,
      [appId, `smartlink:${code}`, action, actor, was, at],
    );
  await link(CODE, 3);
  await version(CODE, 1);
  await version(CODE, 2);
  // The audit log has no entry about this link.
  await link('Unknown1', 2);
  await version('Unknown1', 1);
  await entry(APP.id, CODE, 'tok_1', 1500, 'create', '{"metadata":null}');
  await entry(OTHER.id, CODE, 'tok_2', 1600);
  await entry(APP.id, CODE, 'tok_1', 2000);
  await entry(APP.id, CODE, 'operator', 2500, 'change', '{"tags":[]}');
  await entry(APP.id, CODE, 'mem_1', 3000);
}

describe('a database from before metadata versions had an author', () => {
  let service: Service;
  before(async () => {
    const DATABASE_URL = await storeBefore('0011', fill);
    const tokens = { server, web: '', iphone: '', ipad: '', universal: '', android: '' };
    service = await startService({ DATABASE_URL }, {}, { app: APP, tokens, owners: [] });
  });

  const versions = async (code: string) =>
    (
      await service.request('GET', `/manage/v1/smartlinks/${code}/metadata/versions`, {
        token: server,
      })
    ).json.versions;
  const at = (ms: number): string => new Date(ms).toISOString();

  test('gives each version the author and time from the audit log', async () => {
    assert.deepEqual(await versions(CODE), [
      { version: 3, current: true, at: at(3000), by: 'mem_1', by_name: 'Ada' },
      { version: 2, current: false, at: at(2000), by: 'tok_1', by_name: null },
      { version: 1, current: false, at: at(1000), by: 'tok_1', by_name: null },
    ]);
  });

  test('does not list a version without a recorded author', async () => {
    assert.deepEqual(await versions('Unknown1'), [
      { version: 1, current: false, at: at(1000), by: 'tok_1', by_name: null },
    ]);
  });

  test('does not need the audit log after that', async () => {
    const known = await versions(CODE);
    await service.request('PATCH', `/manage/v1/smartlinks/${CODE}`, {
      token: server,
      body: { metadata: { n: 4 } },
    });
    await service.app.ctx.db.transaction((tx) => tx.run('delete from audit_log'));
    const [newest, ...older] = await versions(CODE);
    assert.deepEqual([newest.version, newest.by], [4, 'tok_1']);
    assert.deepEqual(older, [{ ...known[0], current: false }, ...known.slice(1)]);
  });
});
