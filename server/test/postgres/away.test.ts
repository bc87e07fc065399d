import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@smartlink/client';
import { proof, spawnService, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { lookInto } from '../store.ts';
import { ownServer, type OwnServer } from './own-server.ts';

const KILLS = proof ? 20 : 3;
/** A call is repeated ever more rarely, and the database may be away each time. */
const WITHIN_MS = 600_000;
const RETRY_AFTER = /^\d+$/;

const visit = (service: Service, code: string) => service.request('GET', `/${code}`);

describe('PostgreSQL away', () => {
  let server: OwnServer;
  before(async () => {
    server = await ownServer();
  });

  const redeem = (service: Service, code: string, id = randomUUID()) =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: code, redemption_id: id },
    });

  it('known links open, the rest says try again, and all of it recovers by itself', async () => {
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
    assert.equal((await service.request('GET', '/health/live')).status, 200);
    await server.start();
    await eventually('it is ready again', async () => {
      return (await service.request('GET', '/health/ready')).status === 200;
    });
    assert.equal((await visit(service, other.code)).status, 302);
    assert.equal((await redeem(service, code)).json.redemptions, 2);
    assert.equal((await service.create({ uri: 'a' })).status, 201);
  });

  for (const WORKERS of ['1', '2']) {
    it(`at the start, with WORKERS=${WORKERS}: it starts, serves when it is back, and stops`, async () => {
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

  it('for longer than CACHE_MAX_AGE_SECONDS, nothing that is remembered is believed', async () => {
    const environment = { DATABASE_URL: await fresh(server), CACHE_MAX_AGE_SECONDS: '4' };
    const service = await startService(environment);
    const { code } = await service.create({ uri: 'https://shop.example/' });
    assert.equal((await visit(service, code)).status, 302);
    await sleep(4500);
    assert.equal((await visit(service, code)).status, 302, 'the store is there, so it is believed');
    await server.end('SIGINT');
    assert.equal((await visit(service, code)).status, 302);
    await eventually(
      'it is believed no more',
      async () => {
        return (await visit(service, code)).status === 503;
      },
      15_000,
    );
    await server.start();
    await eventually('the link opens again', async () => {
      return (await visit(service, code)).status === 302;
    });
  });

  it(`killed ${KILLS} times under load: nothing acknowledged is lost, no limit is passed, known links open`, async (t) => {
    const url = await fresh(server);
    const instances = await Promise.all([1, 2].map(() => spawnService({ DATABASE_URL: url })));
    const output = instances.map((instance) => instance.output()).join('');
    const [token = ''] = /sl_server_\w+/.exec(output) ?? [];
    const [web = ''] = /sl_web_\w+/.exec(output) ?? [];
    const at = (i: number) => instances[i % 2]?.url ?? '';
    const clientAt = (i: number, kind = token) =>
      createClient({ baseUrl: at(i), token: kind, giveUpAfterMs: WITHIN_MS });
    const limited = await clientAt(0).create({ uri: 'https://shop.example/', redeemLimit: 40 });
    const known = await clientAt(0).create({ uri: 'https://shop.example/known' });
    const visitKnown = async (i: number) =>
      (await fetch(`${at(i)}/${known.code}`, { redirect: 'manual' })).status;
    for (const i of [0, 1]) assert.equal(await visitKnown(i), 302);

    let over = false;
    const goesOn = (): boolean => !over;
    const made: string[] = [];
    const granted: number[] = [];
    let visits = 0;
    const creating = [0, 1, 2, 3].map(async (i) => {
      while (goesOn()) made.push((await clientAt(i).create({ uri: `p/${i}/${made.length}` })).code);
    });
    const redeeming = [0, 1, 2, 3].map(async (i) => {
      while (goesOn()) {
        await clientAt(i, web)
          .redeem(limited.code)
          .then(
            ({ redemptions }) => granted.push(redemptions),
            (error: { code: string }) => {
              assert.equal(error.code, 'redeem_limit_reached');
              return sleep(50);
            },
          );
        await sleep(20);
      }
    });
    const visiting = [0, 1].map(async (i) => {
      while (goesOn()) {
        assert.equal(await visitKnown(i), 302);
        visits++;
        await sleep(2);
      }
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(400 + Math.random() * 600);
      await server.end('SIGKILL');
      await sleep(300);
      await server.start();
    }
    await sleep(500);
    over = true;
    await Promise.all([...creating, ...redeeming, ...visiting]);

    const store = lookInto(url);
    const stored = await store.rows<{ code: string; uri: string }>('select code, uri from links');
    const codes = new Set(stored.map(({ code }) => code));
    assert.deepEqual(
      made.filter((code) => !codes.has(code)),
      [],
    );
    const products = stored.filter(({ uri }) => uri.startsWith('p/'));
    assert.equal(products.length, made.length, 'one link for each create');
    const ledger = await store.rows<{ redemptions: number }>(
      'select redemptions from redemptions where code = ? order by redemptions',
      [limited.code],
    );
    assert.deepEqual(
      granted.toSorted((a, b) => a - b),
      ledger.map(({ redemptions }) => redemptions),
    );
    assert.ok(ledger.length <= 40);
    await store.close();
    for (const instance of instances) assert.equal(await instance.stop(), 0);
    t.diagnostic(
      `${made.length} links, ${ledger.length} redemptions, ${visits} visits, none failed`,
    );
  });
});

/** Another database of the same server. */
async function fresh(server: OwnServer): Promise<string> {
  const name = `d${randomUUID().replaceAll('-', '')}`;
  const store = lookInto(server.url);
  await store.rows(`create database ${name}`);
  await store.close();
  return server.url.replace(/postgres$/, name);
}
