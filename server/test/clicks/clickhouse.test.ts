import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, dayOf } from '../../src/domain/click/slots.ts';
import { ClickHouse } from '../../src/storage/clicks/clickhouse/clickhouse.ts';
import type { Clicks } from '../../src/storage/clicks/clicks.ts';
import { openClicks } from '../../src/storage/clicks/open-clicks.ts';
import {
  afterAll,
  proof,
  smartlink,
  spawnService,
  startService,
  type Service,
} from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { openClickStore } from '../store-clicks.ts';
import { CLICK_SETTINGS } from './click-settings.ts';
import { METRICS_TOKEN, waitingAtMost } from './backlog.ts';
import {
  clickEngines,
  newDatabase,
  startClickHouse,
  type ClickHouseServer,
} from './click-engines.ts';
import { batchOf } from './click-thread-here.ts';
import { sendVisits, VisitCount } from './send-visits.ts';
import { settled } from './settled.ts';

// What only ClickHouse does, with the real service. All other tests of the store are in conformance.test.ts.

const VISITS = proof ? 30_000 : 8000;
/** 23 November 2026. */
const DAY = dayOf(Date.UTC(2026, 10, 23));
const AS_BROWSER = {
  redirect: 'manual',
  headers: {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
} as const;
/** They wait when the service stops. */
const LAST_VISITS = 100;
const ENVIRONMENT = { TRUSTED_PROXIES: 'loopback' };

function clicksOf({ app }: Service): Clicks {
  const { clicks } = app.ctx;
  assert.ok(clicks);
  return clicks;
}

/** A server that a test can stop; skips the test if there is none. */
async function ownServer(t: TestContext): Promise<ClickHouseServer | undefined> {
  const server = await startClickHouse();
  if (!server) t.skip('chdb could not be installed');
  else afterAll(() => server.stop());
  return server;
}

/** The counts of an app since the beginning. */
async function totalsOf(clicksUrl: string, app: string, code: string) {
  const postgres = { statementTimeoutMs: 120_000, preparedStatements: true };
  const options = { readerThreads: false, now: Date.now };
  const clicks = await openClicks(clicksUrl, CLICK_SETTINGS, postgres, options);
  const { reader } = clicks;
  const totals = await reader.totals({ app, codes: [code] });
  let single = 0;
  for await (const some of await reader.singleClicks({ app, code: undefined, from: 0, to: 1e14 })) {
    single += some.length;
  }
  await clicks.close();
  return { app: totals.get(''), link: totals.get(code), single };
}

/** Forwards HTTP requests to a server. The responses to requests that `isCut` selects are not delivered. */
async function proxyOf(target: string, isCut: (path: string) => boolean): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request;
    const forwarded = sendRequest({ hostname, port, method, path, headers }, (answer) => {
      if (isCut(decodeURIComponent(path.replaceAll('+', ' ')))) {
        // Only when the server has done it.
        answer.resume().on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

if (ENGINE === 'sqlite') {
  const engine = (await clickEngines()).find(({ name }) => name === 'ClickHouse');
  describe('the service with clicks on ClickHouse', { skip: engine?.skip ?? false }, () => {
    const newClicksUrl = async (): Promise<string> => (await engine?.newClicksUrl()) ?? '';

    it(`counts ${VISITS} visits exactly, also after SIGKILL`, async (t) => {
      const DATABASE_URL = await newMigratedStore();
      const CLICKS_URL = await newClicksUrl();
      const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
      const { code } = await maker.create({ uri: 'https://shop.example/x' });
      const app = maker.owner.app.id;
      await maker.stop();
      const environment = { DATABASE_URL, CLICKS_URL, METRICS_TOKEN, ...ENVIRONMENT };
      const visit = async (url: string, visits: number, count: VisitCount): Promise<void> => {
        let left = visits;
        const next = () =>
          left-- > 0 ? { path: `/${code}`, from: `10.0.${left % 200}.1` } : undefined;
        await Promise.all([1, 2, 3, 4].map(() => sendVisits(url, next, count)));
      };
      const day = new Date().getUTCDate();
      const service = await spawnService(environment);
      const count = new VisitCount();
      await visit(service.url, VISITS - LAST_VISITS, count);
      await waitingAtMost(service.url, 0);
      await visit(service.url, LAST_VISITS, count);
      assert.equal(await service.stop(), 0);
      const { answered } = count;
      assert.ok(answered > 0.9 * VISITS);
      const totals = await totalsOf(CLICKS_URL, app, code);
      assert.deepEqual(totals.app, totals.link);
      assert.deepEqual([totals.app?.clicks, totals.single], [answered, answered]);
      if (new Date().getUTCDate() === day) assert.equal(totals.app?.visitors, 200);

      const killed = await spawnService(environment);
      const visits = visit(killed.url, 10 * VISITS, count);
      await eventually('some are stored', async () => {
        return (await totalsOf(CLICKS_URL, app, code)).single > answered;
      });
      await killed.stop('SIGKILL');
      await visits;
      await eventually('the last insert has ended', async () => {
        const before = await totalsOf(CLICKS_URL, app, code);
        await sleep(500);
        return (await totalsOf(CLICKS_URL, app, code)).single === before.single;
      });
      const after = await totalsOf(CLICKS_URL, app, code);
      t.diagnostic(`${after.single} of ${count.sent} were stored`);
      assert.deepEqual(after.app, after.link);
      assert.equal(after.app?.clicks, after.single);
      assert.ok(after.single > answered && after.single <= count.sent);
    });

    // Each day of a batch is a part of its insert, which a server can have stored without the others.
    for (const missing of [DAY, DAY + 1]) {
      it(`stores day ${missing - DAY} of a batch that is sent again after the first day is over`, async () => {
        const CLICKS_URL = await newClicksUrl();
        const store = await openClickStore(CLICKS_URL, {}, 'one');
        const db = new ClickHouse(CLICKS_URL, { timeoutMs: 120_000, connections: 1 });
        afterAll(() => Promise.all([store.close(), db.close()]));
        const midnight = (DAY + 1) * DAY_MS;
        await store.open(midnight);
        const batch = batchOf([
          { at: midnight - 2 },
          { at: midnight - 1, code: 'CDFGHJKL' },
          { at: midnight },
        ]);
        await store.store(batch, 1, midnight);
        await db.run(`alter table click_rows drop partition ${missing}`);
        const later = midnight + 2 * 3_600_000;
        // The outcome of the second attempt can be unknown too.
        for (const now of [later, later + 1, later + DAY_MS]) await store.store(batch, 1, now);
        const { app, link, single } = await totalsOf(CLICKS_URL, 'shop', 'BCDFGHJK');
        assert.deepEqual([app?.clicks, link?.clicks, single], [3, 2, 3]);
      });
    }

    it('counts a batch once if the response to the insert is lost', async () => {
      const CLICKS_URL = await newClicksUrl();
      let cuts = 0;
      const proxy = await proxyOf(CLICKS_URL, (path) => {
        const isCut = path.includes('INSERT INTO click_rows') && cuts < 2;
        if (isCut) cuts++;
        return isCut;
      });
      const service = await startService({ CLICKS_URL: proxy });
      const { address, code } = await service.create({ uri: 'https://shop.example/x' });
      assert.equal((await fetch(address, AS_BROWSER)).status, 302);
      await eventually('it is stored', async () => {
        await clicksOf(service).settle();
        return clicksOf(service).stats().stored === 1;
      });
      assert.equal(cuts, 2);
      const { app, single } = await totalsOf(CLICKS_URL, service.owner.app.id, code);
      assert.deepEqual([app?.clicks, single], [1, 1]);
      await service.stop();
    });

    it('stores no address, no user agent and no text of a key in a statement', async () => {
      const CLICKS_URL = await newClicksUrl();
      const statements: string[] = [];
      const proxy = await proxyOf(CLICKS_URL, (path) => {
        statements.push(path);
        return false;
      });
      const store = await openClickStore(proxy);
      const at = Date.now();
      await store.open(at);
      await store.store(batchOf([{ at, referrer: 'secret.example' }]), 1, at);
      await store.close();
      assert.ok(statements.some((path) => path.includes('INSERT INTO click_keys')));
      // The log of queries of a server has the texts of statements, but not the rows.
      for (const path of statements) assert.ok(!path.includes('secret.example'), path);
    });

    it('visits are answered while the server hangs, and no click is lost or counted twice', async (t) => {
      const server = await ownServer(t);
      if (!server) return;
      const CLICKS_URL = await newDatabase(server.url, () => undefined);
      const service = await startService({ CLICKS_URL, ...ENVIRONMENT });
      const clicks = clicksOf(service);
      const { address, code } = await service.create({ uri: 'https://shop.example/x' });
      const visit = async (): Promise<void> => {
        assert.equal((await fetch(address, AS_BROWSER)).status, 302);
      };
      await visit();
      await eventually('it is stored', async () => {
        await clicks.settle();
        return clicks.stats().stored === 1;
      });
      server.signal('SIGSTOP');
      // Few enough for a slow machine.
      const visits = 50;
      const start = performance.now();
      for (let i = 0; i < visits; i++) await visit();
      const took = performance.now() - start;
      t.diagnostic(`${visits} visits in ${Math.round(took)} ms`);
      // Less than the time limit of a statement.
      assert.ok(took < 9000, `${visits} visits took ${took} ms`);
      // The first insert exceeds its time limit, with an unknown outcome.
      await sleep(12_000);
      assert.deepEqual([clicks.stats().stored, clicks.stats().waiting], [1, visits]);
      const report = await service.request('GET', `/manage/v1/smartlinks/${code}`);
      assert.equal(report.status, 200);
      server.signal('SIGCONT');
      await eventually('all are stored', () => clicks.stats().waiting === 0, 30_000);
      const totals = await totalsOf(CLICKS_URL, service.owner.app.id, code);
      assert.deepEqual([totals.app?.clicks, totals.single], [visits + 1, visits + 1]);
      await service.stop();
    });

    it('a server that is gone prevents neither visits nor the stop, and what it misses is counted as lost', async (t) => {
      const server = await ownServer(t);
      if (!server) return;
      const CLICKS_URL = await newDatabase(server.url, () => undefined);
      const DATABASE_URL = await newMigratedStore();
      const service = await startService({ DATABASE_URL, CLICKS_URL });
      const clicks = clicksOf(service);
      const { address, code } = await service.create({ uri: 'https://shop.example/x' });
      await settled(clicks);
      const found = await smartlink(['doctor'], { DATABASE_URL, CLICKS_URL });
      assert.match(found.stdout, /clicks are stored in test_\w+ on 127\.0\.0\.1/);
      await server.stop();
      assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
      const missing = await service.request('GET', `/manage/v1/smartlinks/${code}/clicks`);
      assert.equal(missing.status, 503, missing.text);
      const lost = await smartlink(['doctor'], { DATABASE_URL, CLICKS_URL });
      assert.match(lost.stdout, /CLICKS_URL, test_\w+ on 127\.0\.0\.1:\d+, cannot be read/);
      await service.stop();
      assert.equal(clicks.stats().lost.store_timeout, 1);
    });
  });
}
