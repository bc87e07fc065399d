import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { smartlink, startService, type Service } from '../harness.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually, loadFactor, withinASecond } from '../processes.ts';
import { startCollector, type Collector, type Span } from '../traces/collector.ts';
import { ownServer, type OwnServer } from './own-server.ts';
import { lineTo, missingForStandbys, onServer, standbyOf, type Line } from './standbys.ts';

// A primary and two standbys of PostgreSQL. replica-edits.test.ts compares them under load.

const METRICS_TOKEN = 'a-token-of-prometheus';
const PASSWORD = 'a-secret-word';
/** How long a replica is used after its last sign of life. Much longer than a slow machine needs for a visit. */
const MAX_AGE_SECONDS = 12;

const missing = await missingForStandbys();

describe('read replicas', { skip: missing ?? false }, () => {
  let [primary, one, two] = [] as unknown as [OwnServer, OwnServer, OwnServer];
  let line: Line;
  let service: Service;
  let other: Service;
  let environment: Record<string, string>;
  let collector: Collector;
  const log: string[] = [];
  before(async () => {
    primary = await ownServer();
    one = await standbyOf(primary);
    two = await standbyOf(primary);
    line = await lineTo(two.url);
    // The servers trust this machine and ignore the password.
    const urls = [one.url, line.url].map((url) => url.replace('@', `:${PASSWORD}@`));
    environment = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: urls.join(', '),
      CLICKS: 'off',
      METRICS_TOKEN,
    };
    // On a busy machine, the service would otherwise start before its migration has ended.
    await smartlink(['migrate'], environment);
    const write = (text: string): void => void log.push(text);
    collector = await startCollector();
    const traced = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    service = await startService(traced, { log: pino({ level: 'info' }, { write }) });
    other = await startService(environment, {}, service.owner);
  });

  /** Reads the link from the database, because nothing is cached. */
  const open = async (at: Service, code: string) => {
    at.app.ctx.cache.visits.clear();
    const { status, headers } = await at.request('GET', `/${code}`);
    return status === 302 ? headers.get('location') : status;
  };
  const link = async (n: number | string) => {
    const uri = `https://shop.example/${n}`;
    return { uri, code: (await service.create({ uri })).code };
  };
  const change = async (at: Service, code: string, uri: string): Promise<void> => {
    const body = { routes: { web: { link: uri } } };
    const { status, text } = await at.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
    assert.equal(status, 200, text);
  };
  const replicasOf = (at: Service) => at.app.ctx.replicas ?? assert.fail('no replicas');
  const used = (at: Service): number[] => replicasOf(at).all.map((replica) => replica.lookups.used);
  const isUsed = (number: number, at = service) => replicasOf(at).all[number - 1]?.isUsed === true;
  /** Opens a link until both replicas have answered. */
  const untilRead = async (
    at: Service,
    { code, uri }: { code: string; uri: string },
    both = true,
  ) => {
    const earlier = used(at);
    await eventually('replicas are read', async () => {
      assert.equal(await open(at, code), uri);
      const isRead = used(at).map((count, index) => count > (earlier[index] ?? 0));
      return both ? !isRead.includes(false) : isRead.includes(true);
    });
  };
  /** Until the end of the test, the replicas apply nothing. Returns a function that resumes earlier. */
  const pauseReplay = async (t: TestContext): Promise<() => Promise<void>> => {
    const urls = [one.url, two.url];
    const resume = async () => {
      await Promise.all(urls.map((url) => onServer(url, 'select pg_wal_replay_resume()')));
    };
    t.after(resume);
    for (const url of urls) {
      await onServer(url, 'select pg_wal_replay_pause()');
      // The function only requests the pause.
      await eventually('replay is paused', async () => {
        const sql = 'select pg_get_wal_replay_pause_state() as state';
        return (await onServer<{ state: string }>(url, sql))[0]?.state === 'paused';
      });
    }
    return resume;
  };

  it('are read for links that are not cached; a new link opens at once', async () => {
    for (const at of [service, other]) {
      const made = await link('new');
      assert.equal(await open(at, made.code), made.uri);
      await untilRead(at, made);
    }
    assert.equal(await open(service, 'BCDFGHJK'), 404);
    assert.match(log.join(''), /replica 1, postgres on 127\.0\.0\.1:\d+, is used/);
  });

  it('are counted in the metrics, by number', async () => {
    await eventually('a replica does not have a new link', async () => {
      assert.equal(typeof (await open(service, (await link('newer')).code)), 'string');
      return replicasOf(service).all.some(({ lookups }) => lookups.discarded.not_found > 0);
    });
    await eventually('both are used', () => isUsed(1) && isUsed(2));
    const { text } = await service.request('GET', '/metrics', { token: METRICS_TOKEN });
    const samples = parseMetrics(text);
    const sum = (name: string, labels = {}) => sumOf(samples, name, labels);
    assert.equal(
      sum('smartlink_visit_lookups_total', { source: 'replica' }),
      used(service).reduce((a, b) => a + b),
    );
    assert.ok(sum('smartlink_visit_lookups_total', { source: 'primary' }) > 0);
    const discarded = 'smartlink_replica_discarded_total';
    assert.ok(sum(discarded, { reason: 'not_found' }) > 0);
    assert.equal(samples.filter(({ name }) => name === discarded).length, 6);
    for (const replica of ['1', '2']) {
      assert.equal(sum('smartlink_replica_usable', { replica }), 1);
      const age = sum('smartlink_replica_age_seconds', { replica });
      assert.ok(age > 0 && age < 60, `${age} s`);
    }
    const operations = 'smartlink_store_operation_duration_seconds_count';
    assert.ok(sum(operations, { operation: 'replica_lookup' }) >= 2);
    assert.ok(!text.includes('127.0.0.1') && !text.includes(PASSWORD));
    const isLookup = ({ name }: Span): boolean => name === 'store replica_lookup';
    await eventually('spans', () => collector.spans.some(isLookup), 10_000);
    const parent = collector.spans.find(isLookup)?.parentSpanId;
    const isVisit = ({ name, spanId }: Span): boolean => name === 'visit' && spanId === parent;
    await eventually('a span of the visit', () => collector.spans.some(isVisit), 10_000);
  });

  it('are checked by the doctor, which leaves nothing behind', async () => {
    const { code, stdout } = await smartlink(['doctor'], environment);
    assert.match(stdout, /ok +replica 1, \S+ on \S+, applied a change after \d+ ms/);
    assert.match(stdout, /ok +replica 2, /);
    assert.ok(!stdout.includes(PASSWORD));
    assert.equal(code, 0, stdout);
    const rows = await onServer(primary.url, 'select process from replica_marks');
    assert.equal(rows.length, 2, 'one for each process that serves');
  });

  it('that lag never show what was changed: at once where it was changed, else within a second', async (t) => {
    const [still, edited] = [await link('still'), await link('edited')];
    for (const at of [service, other])
      for (const made of [still, edited]) await untilRead(at, made);
    const resume = await pauseReplay(t);
    let uri = '';
    for (let n = 0; n < 4; n++) {
      const [here, there] = n % 2 === 0 ? [service, other] : [other, service];
      await withinASecond(
        'the other instance knows',
        async (number) => {
          uri = `https://shop.example/edited/${n}/${number}`;
          await change(here, edited.code, uri);
          assert.equal(await open(here, edited.code), uri);
        },
        async () => (await open(there, edited.code)) === uri,
      );
      for (const at of [service, other]) {
        for (let i = 0; i < 4; i++) assert.equal(await open(at, edited.code), uri);
      }
      const made = await link(`made/${n}`);
      assert.equal(await open(there, made.code), made.uri);
    }
    // Everything else is still read from them.
    await untilRead(service, still);
    await resume();
    await untilRead(service, { ...edited, uri });
  });

  it('that lag longer than CACHE_MAX_AGE_SECONDS are not read', async (t) => {
    const short = { ...environment, CACHE_MAX_AGE_SECONDS: '1' };
    const third = await startService(short, {}, service.owner);
    const made = await link('aged');
    await untilRead(third, made);
    const resume = await pauseReplay(t);
    await sleep(1100);
    const earlier = used(third);
    for (let i = 0; i < 4; i++) assert.equal(await open(third, made.code), made.uri);
    assert.deepEqual(used(third), earlier);
    const { text } = await third.request('GET', '/metrics', { token: METRICS_TOKEN });
    assert.equal(sumOf(parseMetrics(text), 'smartlink_replica_usable'), 0);
    await resume();
    await untilRead(third, made);
    await third.stop();
  });

  it('that do not respond delay visits only briefly, and are left out for a while', async () => {
    const made = await link('hung');
    await untilRead(service, made);
    line.stall();
    for (let i = 0; i < 6; i++) {
      const began = performance.now();
      const opened = await Promise.all(Array.from({ length: 20 }, () => open(service, made.code)));
      assert.deepEqual(new Set(opened), new Set([made.uri]));
      // 250 ms on an idle machine; the time limit of PostgreSQL is 10 s.
      const tookMs = performance.now() - began;
      assert.ok(tookMs < Math.min(5000 * loadFactor(), 9500), `${tookMs} ms`);
    }
    await eventually('it is left out', () => !isUsed(2));
    assert.match(log.join(''), /replica 2, [^"]+, is not used/);
    line.restore();
    await eventually('it is used again', () => isUsed(2), 40_000);
    await untilRead(service, made);
  });

  it('that crash cause no errors, and are used again after their start', async () => {
    const made = await link('crash');
    await untilRead(service, made);
    const visits = Array.from({ length: 40 }, async (_, i) => {
      await sleep(i * 5);
      return open(service, made.code);
    });
    await sleep(50);
    await one.end('SIGKILL');
    assert.deepEqual(new Set(await Promise.all(visits)), new Set([made.uri]));
    await eventually('it is left out', () => !isUsed(1));
    await one.start();
    await eventually('it is used again', () => isUsed(1), 40_000);
    await untilRead(service, made);
  });

  it('of another database are not read, although they respond', async () => {
    const [elsewhere, there] = [primary.url, one.url].map((url) =>
      url.replace(/\w+$/, 'elsewhere'),
    );
    await onServer(primary.url, 'create database elsewhere');
    assert.equal((await smartlink(['migrate'], { DATABASE_URL: elsewhere })).code, 0);
    const mixed = { ...environment, DATABASE_REPLICA_URLS: there };
    const third = await startService(mixed, {}, service.owner);
    await eventually('it responds', () => isUsed(1, third), 20_000);
    const made = await link('elsewhere');
    for (let i = 0; i < 4; i++) assert.equal(await open(third, made.code), made.uri);
    assert.deepEqual(used(third), [0]);
    await third.stop();
    const { code, stdout } = await smartlink(['doctor'], mixed);
    assert.match(stdout, /warning +replica 1, .+ did not apply a change within 5 s/);
    assert.equal(code, 0, stdout);
  });

  it('need not be available at the start', async () => {
    const nowhere = { ...environment, DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:9/nowhere' };
    const third = await startService(nowhere, {}, service.owner);
    assert.equal((await third.request('GET', '/health/ready')).status, 200);
    const made = await link('alone');
    assert.equal(await open(third, made.code), made.uri);
    await third.stop();
    const { code, stdout } = await smartlink(['doctor'], nowhere);
    assert.match(stdout, /error +replica 1, nowhere on 127\.0\.0\.1:9, cannot be used: /);
    assert.equal(code, 1);
  });

  it('that were promoted are not read', async () => {
    const made = await link('promoted');
    await untilRead(service, made);
    await onServer(two.url, 'select pg_promote()');
    await onServer(two.url, `update links set routes = '{}', state = 'disabled'`);
    for (let n = 0; n < 10; n++) {
      const uri = `https://shop.example/promoted/${n}`;
      await change(service, made.code, uri);
      for (let i = 0; i < 4; i++) assert.equal(await open(service, made.code), uri);
    }
    await eventually('it is left out', () => !isUsed(2));
    const { code, stdout } = await smartlink(['doctor'], environment);
    assert.match(stdout, /error +replica 2, .+ cannot be used: it is not a replica/);
    assert.equal(code, 1);
  });

  it('answer without the primary as long as the cache may, and no longer', async () => {
    const short = { ...environment, CACHE_MAX_AGE_SECONDS: String(MAX_AGE_SECONDS) };
    const third = await startService(short, {}, service.owner);
    const made = await link('orphan');
    await untilRead(third, made, false);
    await primary.end('SIGKILL');
    const lost = performance.now();
    let lastedMs = 0;
    const isOpen = async () => (await open(third, made.code)) === made.uri;
    await eventually('a replica answers', isOpen);
    assert.equal(await open(third, 'BCDFGHJK'), 503, 'only the primary knows all links');
    const isTooOld = async () => {
      // A replica that does not answer in time is left out for a while.
      if (await isOpen()) lastedMs = performance.now() - lost;
      return replicasOf(third).all.every((its) => replicasOf(third).ageOf(its) === undefined);
    };
    await eventually('it is too old', isTooOld, 25_000);
    assert.equal(await open(third, made.code), 503);
    await primary.start();
    await eventually('it opens again', isOpen);
    await untilRead(third, made, false);
    // What is read last is as old as the last mark.
    assert.ok(lastedMs > (MAX_AGE_SECONDS * 1000) / 4, `${lastedMs} ms`);
    assert.ok(!log.join('').includes(PASSWORD));
  });
});
