import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerClient, type ServerClient } from '@smartlink/client/server';
import { Client } from 'pg';
import { smartlink, startService, type Service } from '../harness.ts';
import { eventually, loadFactor, withinASecond } from '../processes.ts';
import { openDatabaseReader, newStore } from '../store.ts';

/** Instances with the same tokens. */
async function instances(count: number): Promise<{ all: Service[]; DATABASE_URL: string }> {
  const DATABASE_URL = await newStore();
  const first = await startService({ DATABASE_URL });
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startService({ DATABASE_URL }, {}, first.owner)),
  );
  return { all: [first, ...others], DATABASE_URL };
}

const open = async (service: Service, code: string) =>
  (await service.request('GET', `/${code}`)).status;

describe('instances on one PostgreSQL', () => {
  it('open a new link at once, regardless of the instance that created it', async () => {
    const { all } = await instances(3);
    for (const [i, maker] of all.entries()) {
      const { code } = await maker.create({ uri: `https://shop.example/${i}` });
      for (const service of all) assert.equal(await open(service, code), 302);
    }
  });

  it('apply a change of another instance within a second', async () => {
    const { all, DATABASE_URL } = await instances(3);
    const [first] = all as [Service];
    const { code } = await first.create({ uri: 'https://shop.example/' });
    for (const service of all) assert.equal(await open(service, code), 302);
    const change = (state: string) =>
      first.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { state } });
    const everywhere = async (status: number, ask: (service: Service) => Promise<number>) =>
      (await Promise.all(all.map(ask))).every((one) => one === status);
    const opens = (status: number) => everywhere(status, (service) => open(service, code));
    const changed = async (state: string, status: number): Promise<void> => {
      assert.equal((await change(state)).status, 200);
      assert.equal(await open(first, code), status, 'at once where it was changed');
    };
    for (const [state, status, earlier, statusBefore] of [
      ['disabled', 410, 'active', 302],
      ['active', 302, 'disabled', 410],
    ] as const) {
      await withinASecond(
        `the link is ${state}`,
        async (number) => {
          if (number > 0) await changed(earlier, statusBefore);
          await eventually(`it was ${earlier} everywhere`, () => opens(statusBefore));
          await changed(state, status);
        },
        () => opens(status),
      );
    }
    const { web, iphone, android } = first.owner.tokens;
    const tokens = [web, iphone, android];
    await withinASecond(
      'the token is revoked',
      async (number) => {
        const args = ['token', 'revoke', '--app', 'shop', tokens[number] ?? ''];
        const revoked = await smartlink(args, { DATABASE_URL });
        assert.equal(revoked.code, 0, revoked.stderr);
      },
      (number) => {
        const [path, token] = [`/client/v1/smartlinks/${code}`, tokens[number]];
        return everywhere(
          401,
          async (service) => (await service.request('GET', path, { token })).status,
        );
      },
    );
  });

  it('apply a change that was committed after they started, but has a lower number than earlier ones', async () => {
    const { all, DATABASE_URL } = await instances(1);
    const [first] = all as [Service];
    const { code } = await first.create({ uri: 'https://shop.example/' });
    const other = await first.create({ uri: 'https://shop.example/other' });
    const late = new Client({ connectionString: DATABASE_URL });
    await late.connect();
    try {
      await late.query('begin');
      await late.query(`update links set state = 'disabled' where code = $1`, [code]);
      await late.query('insert into changes (subject, created_at) values ($1, $2)', [
        `link:${code}`,
        Date.now(),
      ]);
      const path = `/manage/v1/smartlinks/${other.code}`;
      const { status } = await first.request('PATCH', path, { body: { redeem_limit: 1 } });
      assert.equal(status, 200);
      const next = await startService({ DATABASE_URL }, {}, first.owner);
      await eventually('the link is cached', async () => {
        assert.equal(await open(next, code), 302);
        return next.app.ctx.cache.visits.get(code) !== undefined;
      });
      await late.query('commit');
      await eventually('the link is disabled', async () => (await open(next, code)) === 410, 5000);
    } finally {
      await late.end();
    }
  });

  it('detect that the database has older data, as after a restore', async () => {
    const { all, DATABASE_URL } = await instances(2);
    const [one, two] = all as [Service, Service];
    const { code } = await one.create({ uri: 'https://shop.example/' });
    const change = (body: object) =>
      one.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
    for (let limit = 1; limit <= 5; limit++) await change({ redeem_limit: limit });
    for (const service of all) await service.app.catchUp();
    const store = openDatabaseReader(DATABASE_URL);
    await store.rows('truncate changes restart identity');
    await store.close();
    assert.equal(await open(two, code), 302);
    // It is checked every two seconds.
    await sleep(2500 * loadFactor());
    await change({ state: 'disabled' });
    await eventually('the link is disabled', async () => (await open(two, code)) === 410, 5000);
  });

  it('detect that the database has another change with the number of the last one, as after a failover', async () => {
    const { all, DATABASE_URL } = await instances(2);
    const [one] = all as [Service, Service];
    const { code } = await one.create({ uri: 'https://shop.example/' });
    const change = { body: { redeem_limit: 5 } };
    assert.equal((await one.request('PATCH', `/manage/v1/smartlinks/${code}`, change)).status, 200);
    for (const service of all) await service.app.catchUp();
    for (const service of all) assert.equal(await open(service, code), 302);
    const store = openDatabaseReader(DATABASE_URL);
    await store.rows(`update links set state = 'disabled' where code = '${code}'`);
    await store.rows(`update changes set subject = 'link:other', created_at = created_at + 5`);
    await store.close();
    for (const service of all) {
      const isNoticed = async () => (await open(service, code)) === 410;
      await eventually('the link is disabled', isNoticed, 4000);
    }
  });

  it('create one of a hundred URIs each in 1,000 simultaneous unique creates', async () => {
    const { all } = await instances(3);
    const clients = all.map(({ url, owner: { tokens } }) =>
      // This test is not about speed.
      createServerClient({ baseUrl: url, token: tokens.server, giveUpAfterMs: 120_000 }),
    );
    const made = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const client = clients[i % clients.length] as ServerClient;
        const { code } = await client.create({ uri: `summer/${i % 100}`, unique: true });
        return `${i % 100} ${code}`;
      }),
    );
    assert.equal(new Set(made).size, 100);
  });
});
