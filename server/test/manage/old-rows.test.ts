import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { oldRowsRemover } from '../../src/jobs/old-rows-remover.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newStore } from '../store.ts';
import { memberOf } from './people.ts';

const DAY_MS = 24 * 3_600_000;

describe('rows that have no effect any more', () => {
  let service: Service;
  /** Another instance with the same database. */
  let other: Service;
  let now = Date.now();
  before(async () => {
    const environment = { DATABASE_URL: await newStore() };
    const overrides = { now: () => now };
    service = await startService(environment, overrides);
    other = await startService(environment, overrides, service.owner);
  });

  const sweep = () => oldRowsRemover(service.app.ctx.db, () => now, assert.ifError).work();
  const numbers = async (): Promise<number[]> => {
    const rows = await service.app.ctx.db.all<{ seq: number }>(
      'select seq from changes order by seq',
    );
    return rows.map(({ seq }) => seq);
  };
  const locationOf = async (code: string): Promise<string | null> => {
    const response = await fetch(`${other.url}/${code}`, { redirect: 'manual' });
    return response.headers.get('location');
  };

  test('changes are deleted after a day, except the last one, and other instances miss none', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/0' });
    const moveTo = async (place: number): Promise<void> => {
      const uri = `https://shop.example/${place}`;
      const path = `/manage/v1/smartlinks/${code}`;
      const body = { routes: { web: { link: uri } } };
      assert.equal((await service.request('PATCH', path, { body })).status, 200);
      await eventually('the change on the other instance', async () => {
        return (await locationOf(code)) === uri;
      });
    };
    // More than one transaction deletes.
    for (let place = 1; place <= 5; place++) await moveTo(place);
    const rows = Array.from({ length: 1200 }, () => `('link:none', ${now})`).join(', ');
    await service.app.ctx.db.transaction(
      (tx) => tx.run(`insert into changes (subject, created_at) values ${rows}`),
      'none',
    );
    await sweep();
    const old = await numbers();
    assert.ok(old.length > 1200);
    now += DAY_MS / 2;
    await moveTo(6);
    const [last = 0] = (await numbers()).slice(-1);
    // Later than a day after what the clock of PostgreSQL said.
    now += DAY_MS / 2 + 60_000;
    await sweep();
    assert.deepEqual(await numbers(), [last]);
    now += 2 * DAY_MS;
    await sweep();
    assert.deepEqual(await numbers(), [last]);
    await moveTo(7);
    assert.ok(((await numbers())[1] ?? 0) > last);
  });

  test('sessions of 90 days are deleted, with their addresses', async () => {
    const count = async (): Promise<number> =>
      (await service.app.ctx.db.all('select id from sessions')).length;
    await memberOf(service, 'ada@shop.example', 'viewer');
    await sweep();
    assert.equal(await count(), 1);
    now += 90 * DAY_MS;
    await sweep();
    assert.equal(await count(), 0);
  });

  test('invitations are deleted when they have expired, except the last one', async () => {
    const emails = async (): Promise<(string | null)[]> => {
      const rows = await service.app.ctx.db.all<{ email: string | null }>(
        'select email from invitations order by created_at, id',
      );
      return rows.map(({ email }) => email);
    };
    const invite = async (email: string): Promise<void> => {
      const body = { email, role: 'viewer' };
      const { status } = await service.request('POST', '/manage/v1/invitations', { body });
      assert.equal(status, 201);
    };
    await sweep();
    assert.deepEqual(await emails(), ['ada@shop.example']);
    now += 1;
    await invite('grace@shop.example');
    now += 3 * DAY_MS;
    await invite('mary@shop.example');
    await sweep();
    assert.deepEqual(await emails(), ['grace@shop.example', 'mary@shop.example']);
    now += 4 * DAY_MS;
    await sweep();
    assert.deepEqual(await emails(), ['mary@shop.example']);
    now += 30 * DAY_MS;
    await sweep();
    assert.deepEqual(await emails(), ['mary@shop.example']);
  });
});
