import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { PROGRAM } from '../harness.ts';
import { eventually, loadFactor } from '../processes.ts';
import { newStore, openDatabaseReader, type DatabaseReader } from '../store.ts';
import { copy, copyUpTo, copyWell, dump, file, makeLinks, write } from './copies.ts';
import { createSampleData } from './sample-database.ts';

// A copy that fails reports it and damages nothing.

const MANY = 50_000;
const WITHIN_MS = 60_000;

async function count(url: string, sql: string): Promise<number> {
  const store = openDatabaseReader(url);
  const n = await countIn(store, sql);
  await store.close();
  return n;
}

async function countIn(store: DatabaseReader, sql: string): Promise<number> {
  try {
    return (await store.rows<{ n: number }>(sql))[0]?.n ?? 0;
  } catch {
    // The tables do not exist yet.
    return 0;
  }
}

const COPIED = 'select copied as n from copies';

describe(`a copy of ${MANY} links that is killed and run again`, () => {
  const first = file();
  const there = { url: '' };
  before(async () => {
    await makeLinks(first, MANY);
    there.url = await newStore();
  });

  async function killed(from: string, to: string): Promise<number> {
    const args = [PROGRAM, 'copy', '--from', from, '--to', to];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH } });
    const exited = once(child, 'exit');
    // It stays open, so that a busy machine asks often enough while the copy runs.
    const store = openDatabaseReader(to);
    await eventually(
      'a part of the rows',
      async () => (await countIn(store, COPIED)) > MANY / 10,
      WITHIN_MS,
    );
    child.kill('SIGKILL');
    await exited;
    await store.close();
    return count(to, COPIED);
  }

  for (const [name, stores] of Object.entries({
    'to PostgreSQL': () => [first, there.url] as const,
    'and back to SQLite': () => [there.url, file()] as const,
  })) {
    test(`${name} is complete`, async () => {
      const [from, to] = stores();
      const part = await killed(from, to);
      assert.ok(part > 0 && part < MANY, `${part} rows were copied`);
      const began = Date.now();
      const tables = await copyWell(from, to);
      assert.ok(Date.now() - began < WITHIN_MS * loadFactor());
      assert.equal(tables.find(({ name: table }) => table === 'links')?.to.rows, MANY);
      assert.deepEqual(await dump(to), await dump(from));
      assert.equal(await count(to, 'select count(*) as n from copies'), 0);
    });
  }
});

describe('a source that changes during the copy', () => {
  const past = file();
  before(() => createSampleData(past));

  /** Creates a new database with a partial copy. */
  const partlyCopied = async (end = 'links'): Promise<readonly [from: string, to: string]> => {
    const [from, to] = [file(), await newStore()];
    copyFileSync(past.slice('sqlite:'.length), from.slice('sqlite:'.length));
    await copyUpTo(end, from, to);
    return [from, to];
  };

  const changes: Record<string, [sql: string, said: RegExp]> = {
    'a changed row': [
      `update links set metadata = '{"coupon":"X"}' where id = 2`,
      /^links: id 2 has different values of metadata in the copy$/m,
    ],
    'a token that was used': [
      'update tokens set last_used_at = 1 where revoked_at is not null',
      /^tokens: id tok_[\w-]+ has different values of last_used_at in the copy$/m,
    ],
    'a new row': [
      `insert into templates (app_id, name, position, pattern, routes)
         select id, 'zoo', 9, 'zoo/:id', '{}' from apps where name = 'shop'`,
      /^templates: app_id app_[\w-]+, name zoo is missing in the copy$/m,
    ],
    'a row that went away': [
      "delete from templates where name = 'product'",
      /^templates: app_id app_[\w-]+, name product is only in the copy$/m,
    ],
  };
  for (const [what, [sql, said]] of Object.entries(changes)) {
    test(`${what} is reported each time`, async () => {
      const [from, to] = await partlyCopied();
      await write(from, sql);
      for (const _ of [1, 2]) {
        const ran = await copy(from, to);
        assert.equal(ran.code, 1);
        assert.match(ran.stdout, said);
        assert.match(ran.stdout, /copy to a new, empty database\n$/);
      }
    });
  }

  test('a row that refers to a missing row is reported', async () => {
    const [from, to] = await partlyCopied('metadata_versions');
    await write(
      from,
      `insert into links (code, app_id, uri, routes, tags, created_at)
         select 'late', id, 'a', '{}', '[]', 1 from apps where name = 'shop';
       insert into redemptions
         (app_id, id, code, token_id, created_at, redemptions, metadata_version)
         select app_id, 'late', code, 'tok', 1, 1, 1 from links where code = 'late'`,
    );
    const ran = await copy(from, to);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /^smartlink: redemptions cannot be copied: .*in use\?/);
  });
});
