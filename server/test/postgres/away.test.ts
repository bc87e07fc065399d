import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof, spawnService, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { openDatabaseReader } from '../store.ts';
import { loadOn } from './load.ts';
import { ownServer, type OwnServer } from './own-server.ts';

const KILLS = proof ? 20 : 1;
const RETRY_AFTER = /^\d+$/;

const visit = (service: Service, code: string) => service.request('GET', `/${code}`);

describe('PostgreSQL is unavailable', () => {
  let server: OwnServer;
  before(async () => {
    server = await ownServer();
  });

  const redeem = (service: Service, code: string, id = randomUUID()) =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: code, redemption_id: id },
    });

  it('cached links open, other requests get 503, and the service recovers automatically', async () => {
    const service = await startService({ DATABASE_URL: server.url });
    const { code } = await service.create({ uri: 'https://shop.example/' });
    const other = await service.create({ uri: 'https://shop.example/other' });
    assert.equal((await visit(service, code)).status, 302);
    assert.equal((await redeem(service, code)).status, 200);
    await server.end('SIGINT');
    assert.equal((await visit(service, code)).status, 302);
    const refused = [
      await visit(service, other.code),
      await service.request('POST', '/v2/smartlinks', { body: { uri: 'a' } }),
      await redeem(service, code),
      await service.request('GET', `/manage/v1/smartlinks/${code}`),
      await service.request('GET', '/health/ready'),
    ];
    for (const { status, headers } of refused) {
      assert.equal(status, 503);
      assert.match(headers.get('retry-after') ?? '', RETRY_AFTER);
    }
    // Not a link, so a person gets the page for that, also if the app is not cached.
    service.app.ctx.cache.apps.clear();
    const person = { headers: { accept: 'text/html' } };
    const unknown = await service.request('GET', `/${code}/more`, person);
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /^<!doctype html>/);
    assert.equal((await service.request('GET', '/health/live')).status, 200);
    await server.start();
    await eventually('the service is ready again', async () => {
      return (await service.request('GET', '/health/ready')).status === 200;
    });
    assert.equal((await visit(service, other.code)).status, 302);
    assert.equal((await redeem(service, code)).json.redemptions, 2);
    assert.equal((await service.create({ uri: 'a' })).status, 201);
  });

  for (const WORKERS of ['1', '2']) {
    it(`at the start, with WORKERS=${WORKERS}: the service starts, serves when the database is available, and stops`, async () => {
      const url = await fresh(server);
      await server.end('SIGINT');
      const service = await spawnService({ DATABASE_URL: url, WORKERS });
      const status = async (path: string) => (await fetch(service.url + path)).status;
      assert.deepEqual([await status('/health/live'), await status('/health/ready')], [200, 503]);
      await server.start();
      await eventually('it is ready', async () => (await status('/health/ready')) === 200);
      assert.equal(await service.stop(), 0);
    });
  }

  it('for longer than CACHE_MAX_AGE_SECONDS: no cached data is used', async () => {
    const environment = { DATABASE_URL: await fresh(server), CACHE_MAX_AGE_SECONDS: '12' };
    const service = await startService(environment);
    const { code } = await service.create({ uri: 'https://shop.example/' });
    assert.equal((await visit(service, code)).status, 302);
    await sleep(12_500);
    assert.equal(
      (await visit(service, code)).status,
      302,
      'the database is available, so cached data is used',
    );
    await server.end('SIGKILL');
    assert.equal((await visit(service, code)).status, 302);
    await eventually('cached data is no longer used', async () => {
      return (await visit(service, code)).status === 503;
    });
    await server.start();
    await eventually('the link opens again', async () => {
      return (await visit(service, code)).status === 302;
    });
  });

  it(`after ${KILLS} kills under load, nothing acknowledged is lost, no limit is exceeded, and cached links open`, async (t) => {
    const load = await loadOn(await fresh(server), 2, 50 * KILLS);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(1000 + Math.random() * 1500);
      await server.end('SIGKILL');
      await sleep(300);
      await server.start();
      await load.recovered(`after/${kill}`);
    }
    t.diagnostic(await load.end());
  });
});

/** Creates another database on the same server; returns its address. */
async function fresh(server: OwnServer): Promise<string> {
  const name = `d${randomUUID().replaceAll('-', '')}`;
  const store = openDatabaseReader(server.url);
  await store.rows(`create database ${name}`);
  await store.close();
  return server.url.replace(/postgres$/, name);
}
