import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { startService, type Answer, type Service } from '../harness.ts';

const UNKNOWN = /^The database failed during this request, so it is not known /;
const NOTHING = /^The database is unavailable\. Nothing was stored\.$/;

describe('a request for many links while the database fails', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });
  beforeEach(() => run('delete from links'));

  const manage = (path: string, body: object, key?: string): Promise<Answer> =>
    service.request('POST', `/manage/v1/${path}`, {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const run = (...statements: readonly string[]): Promise<void> =>
    service.app.ctx.db.transaction(async (tx) => {
      for (const sql of statements) await tx.run(sql, []);
    });
  /** Writes of the links with this URI fail, as they would on a full or broken disk. */
  const failing = async (event: 'insert' | 'update', uri: string, work: () => Promise<void>) => {
    if (service.app.ctx.db.engine === 'postgres') {
      await run(
        `create function disk_is_full() returns trigger language plpgsql as
          $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`,
        `create trigger failing before ${event} on links for each row when (new.uri = '${uri}')
          execute function disk_is_full()`,
      );
      await work();
      await run('drop trigger failing on links', 'drop function disk_is_full');
    } else {
      await run(`create trigger failing before ${event} on links when new.uri = '${uri}'
        begin select raise(abort, 'disk I/O error'); end`);
      await work();
      await run('drop trigger failing');
    }
  };
  const assertFailed = ({ status, json }: Answer, detail: RegExp): void => {
    assert.deepEqual([status, json.code], [503, 'store_unavailable']);
    assert.match(json.detail, detail);
  };
  const count = async (where: string): Promise<number> => {
    const sql = `select count(*) as n from links where ${where}`;
    return (await service.app.ctx.db.all<{ n: number }>(sql))[0]?.n ?? -1;
  };

  const links = Array.from({ length: 60 }, (_, index) => ({ uri: `f/${index}` }));

  test('a create does not say that nothing was stored once links are stored', async () => {
    await failing('insert', 'f/55', async () => {
      assertFailed(await manage('smartlinks/bulk', { links }, 'half'), UNKNOWN);
      assert.equal(await count('true'), 50);
    });
    const again = await manage('smartlinks/bulk', { links }, 'half');
    assert.deepEqual([again.status, again.json.created], [200, 60]);
    assert.equal(await count('true'), 60);
    await run('delete from links');
    await failing('insert', 'f/5', async () => {
      assertFailed(await manage('smartlinks/bulk', { links }), NOTHING);
      assertFailed(await manage('smartlinks/bulk', { links, atomic: true }), NOTHING);
    });
    assert.equal(await count('true'), 0);
  });

  test('a change does not say that nothing was stored once links are changed', async () => {
    const { results } = (await manage('smartlinks/bulk', { links })).json;
    const codes = results.map(({ code }: { code: string }) => code);
    const body = { codes, change: { state: 'disabled' } };
    await failing('update', 'f/5', async () => {
      assertFailed(await manage('smartlinks/changes', body), NOTHING);
    });
    await failing('update', 'f/55', async () => {
      assertFailed(await manage('smartlinks/changes', body), UNKNOWN);
      assert.equal(await count("state = 'disabled'"), 50);
    });
    const again = await manage('smartlinks/changes', body);
    assert.deepEqual([again.status, again.json.changed], [200, 10], again.text);
  });
});
