import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { TABLES } from '../../src/storage/tables.ts';
import { smartlink } from '../harness.ts';
import { openDatabaseReader, newStore } from '../store.ts';
import { copy, copyWell, dump, file, write } from './copies.ts';
import {
  ADA,
  codeOf,
  historiesOf,
  createSampleData,
  METADATA,
  serviceOn,
  type SampleData,
  type Serving,
} from './sample-database.ts';

// A database can be copied to PostgreSQL and back without visible changes.

/** Tables that are not copied, because they only apply to one database, or are written again. */
const LEFT_BEHIND = [
  'backups',
  'changes',
  'copies',
  'migrations',
  'replica_marks',
  'search_changes',
  'search_postings',
  'search_state',
  'trials',
];

const SEQUENCES = {
  links: 'select max(id) as last from links',
  redemptions: 'select max(seq) as last from redemptions',
  audit_log: 'select max(seq) as last from audit_log',
};

async function lastNumbers(url: string): Promise<Record<string, number>> {
  const store = openDatabaseReader(url);
  const numbers: Record<string, number> = {};
  for (const [table, sql] of Object.entries(SEQUENCES)) {
    numbers[table] = (await store.rows<{ last: number }>(sql))[0]?.last ?? 0;
  }
  await store.close();
  return numbers;
}

describe('smartlink copy', () => {
  const first = file();
  let past: SampleData;
  const copies: Record<string, string> = {};

  before(async () => {
    past = await createSampleData(first);
    copies['to PostgreSQL'] = await newStore();
    copies['and back to SQLite'] = file();
  });

  test('copies every row unchanged, to PostgreSQL and back', async () => {
    const original = await dump(first);
    for (const table of TABLES) assert.notEqual(original[table.name]?.length, 0, table.name);
    assert.ok(original.links?.some((row) => row.includes(JSON.stringify(METADATA))));
    let from = first;
    for (const to of Object.values(copies)) {
      const tables = await copyWell(from, to);
      assert.deepEqual(await dump(to), original);
      const sides = new Map(tables.map(({ name, to: side }) => [name, side.rows]));
      for (const { name } of TABLES) assert.equal(sides.get(name), original[name]?.length, name);
      from = to;
    }
  });

  test('covers every table', async () => {
    const store = openDatabaseReader(first);
    const tables = await store.rows<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    );
    await store.close();
    const known = [...TABLES.map(({ name }) => name), ...LEFT_BEHIND];
    assert.deepEqual(tables.map(({ name }) => name).toSorted(), known.toSorted());
  });

  for (const name of ['to PostgreSQL', 'and back to SQLite']) {
    describe(name, () => {
      let url: string;
      let earlier: Record<string, number>;
      let service: Serving;
      before(async () => {
        url = copies[name] ?? '';
        earlier = await lastNumbers(url);
        service = await serviceOn(url, past.tokens);
      });

      test('keeps valid tokens valid and revoked ones revoked', async () => {
        const path = `/v2/smartlinks/${past.codes.unique}`;
        for (const [kind, token] of Object.entries(past.tokens)) {
          assert.equal((await service.send('GET', path, { token })).status, 200, kind);
        }
        assert.equal((await service.send('GET', path, { token: past.otherApp })).status, 404);
        assert.equal((await service.send('GET', path, { token: past.revoked })).status, 401);
      });

      test('keeps sessions, and users can sign in', async () => {
        const ask = (method: string, path: string, body?: object) =>
          fetch(`${service.url}/manage/v1/${path}`, {
            method,
            headers: {
              origin: service.url,
              cookie: past.cookie,
              ...(body ? { 'content-type': 'application/json' } : {}),
            },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
        assert.equal((await ask('GET', 'tokens')).status, 200);
        assert.equal((await ask('POST', 'sign-in', ADA)).status, 200);
        assert.equal((await ask('GET', 'tokens')).status, 401, 'the earlier session was replaced');
      });

      test('returns the first response to a repeated redemption, byte for byte', async () => {
        for (const { code, id, answer } of past.redeemed) {
          assert.deepEqual(await service.redeem(code, id), answer);
        }
      });

      test('keeps the count of a redemption limit', async () => {
        // Two of the three redemptions were granted, and one of these was given back.
        const ids = [randomUUID(), randomUUID(), randomUUID()];
        const answers = [];
        for (const id of ids) answers.push(await service.redeem(past.codes.limited, id));
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 409],
        );
        assert.ok(answers[1]?.text.includes(METADATA));
      });

      test('keeps links unchanged', async () => {
        const { codes } = past;
        const made = async (body: object, key?: string): Promise<string> =>
          codeOf(await service.create(JSON.stringify(body), key ? { 'idempotency-key': key } : {}));
        assert.equal(await made({ uri: 'products/5', unique: true }), codes.unique);
        assert.notEqual(await made({ uri: 'products/11', unique: true }), codes.deleted);
        assert.equal(await made({ uri: 'products/9' }, 'order 9'), codes.keyed);
        for (const gone of [codes.disabled, codes.deleted]) {
          assert.equal((await service.send('GET', `/${gone}`)).status, 410);
        }
        assert.equal((await service.send('GET', `/${codes.routed}`)).status, 302);
        assert.deepEqual(await historiesOf(service, codes), past.histories);
      });

      test('assigns new numbers to new rows', async () => {
        const code = codeOf(await service.create('{"uri":"products/5"}'));
        assert.equal((await service.redeem(code)).status, 200);
        const body = '{"redeem_limit":5}';
        await service.send('PATCH', `/manage/v1/smartlinks/${code}`, { body });
        await service.stop();
        const later = await lastNumbers(url);
        for (const [table, number] of Object.entries(later)) {
          assert.ok(number > (earlier[table] ?? number), table);
        }
      });

      test('does not resume a complete copy', async () => {
        const again = await copy(first, url);
        assert.equal(again.code, 1);
        assert.match(again.stderr, /contains data already; specify a new, empty one\n$/);
      });
    });
  }
});

test('a server that sorts text like a dictionary is copied completely', async () => {
  const [url, to] = [await newStore(), file()];
  await smartlink(['app', 'create', '--name', 'shop'], { DATABASE_URL: url });
  await write(
    url,
    `alter table idempotency_keys alter column key type text collate "en-US-x-icu";
     insert into idempotency_keys
       select a.id, chr(65 + n % 26 + n % 2 * 32) || repeat('é', n % 3) || n, 'x', 'y', 1, n
       from apps a, generate_series(1, 3000) n`,
  );
  const keys = (await copyWell(url, to)).find(({ name }) => name === 'idempotency_keys');
  assert.equal(keys?.to.rows, 3000);
  assert.deepEqual(await dump(to), await dump(url));
});
