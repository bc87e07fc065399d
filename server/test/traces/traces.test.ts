import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { pino } from 'pino';
import { LOG_OPTIONS } from '../../src/log.ts';
import { afterAll, spawnService, startService, type Service } from '../harness.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually, freePort, loadFactor } from '../processes.ts';
import { newStore } from '../store.ts';
import { makeWebhook, startReceiver } from '../webhooks/receiver.ts';
import { startCollector, valueOf, type Collector, type Span } from './collector.ts';

const TOKEN = 'a-token-of-prometheus';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('traces', () => {
  let service: Service;
  let collector: Collector;
  const lines: string[] = [];
  let broken = false;
  const now = (): number => {
    if (broken && /open-link/.test(new Error('clock').stack ?? '')) throw new Error('no time');
    return Date.now();
  };
  before(async () => {
    collector = await startCollector();
    service = await startService(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b',
        OTEL_SERVICE_NAME: 'links',
        TRUSTED_PROXIES: 'loopback',
        WEBHOOK_PRIVATE_TARGETS: 'on',
        METRICS_TOKEN: TOKEN,
      },
      { now, log: pino({ ...LOG_OPTIONS }, { write: (line) => void lines.push(line) }) },
    );
  });

  const spanOf = async (what: (span: Span) => boolean): Promise<Span> => {
    await eventually('a span', () => collector.spans.some(what), 10_000);
    const span = collector.spans.find(what);
    assert.ok(span);
    return span;
  };
  const childrenOf = (parent: Span): string[] =>
    collector.spans.filter((one) => one.parentSpanId === parent.spanId).map(({ name }) => name);

  it('have a span for a visit, with its outcome and its lookups, in the trace of a trusted proxy', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/private?person=ada' });
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'user-agent': AGENT };
    for (let i = 0; i < 2; i++)
      await fetch(`${service.url}/${code}?x=1`, { redirect: 'manual', headers });
    const visits = (): Span[] =>
      collector.spans.filter(({ name, traceId }) => name === 'visit' && traceId === TRACE);
    await eventually('two visits', () => visits().length === 2, 10_000);
    const [first, second] = visits();
    assert.ok(first && second);
    for (const visit of [first, second]) {
      assert.equal(visit.parentSpanId, PARENT);
      assert.equal(valueOf(visit, 'smartlink.visit.outcome'), 'redirect');
      assert.equal(Number(valueOf(visit, 'http.response.status_code')), 302);
    }
    assert.ok(childrenOf(first).includes('store lookup'));
    assert.deepEqual(childrenOf(second), [], 'a cached visit needs no database');
    const all = collector.texts.join('');
    for (const secret of [code, 'person', 'AppleWebKit', '127.0.0.1', 'sl_server']) {
      assert.ok(!all.includes(secret), secret);
    }
    assert.match(all, /"service.name","value":\{"stringValue":"links"\}/);
    assert.deepEqual(new Set(collector.headers), new Set(['a b']));
  });

  it('have a span for an API request, with its route and its operations of the database', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/2' });
    const create = await spanOf(({ name }) => name === 'POST /v2/smartlinks');
    assert.ok(childrenOf(create).includes('store insert_link'), childrenOf(create).join());
    await service.request('GET', `/v2/smartlinks/${code}`);
    const read = await spanOf(({ name }) => name === 'GET /v2/smartlinks/:code');
    assert.equal(valueOf(read, 'http.route'), '/v2/smartlinks/:code');
    assert.equal(read.parentSpanId ?? '', '');
  });

  it('have the id that the log has', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/3' });
    broken = true;
    const { status } = await fetch(`${service.url}/${code}`);
    broken = false;
    assert.equal(status, 500);
    const logged = lines.find((line) => line.includes('a visit failed')) ?? '{}';
    const { trace_id } = JSON.parse(logged) as { trace_id?: string };
    assert.match(trace_id ?? '', /^[\da-f]{32}$/);
    const span = await spanOf(({ name, traceId }) => name === 'visit' && traceId === trace_id);
    assert.equal(span.status.code, 2);
    assert.equal(valueOf(span, 'smartlink.visit.outcome'), 'failed');
  });

  it('go on at receivers of webhooks', async () => {
    const receiver = await startReceiver();
    const hook = await makeWebhook(service, { url: receiver.url });
    await service.request('POST', `/manage/v1/webhooks/${hook.webhook_id}/test`);
    const [request] = await receiver.until(1);
    const [, traceId, spanId] = String(request?.headers.traceparent).split('-');
    const span = await spanOf((one) => one.spanId === spanId);
    assert.deepEqual([span.name, span.traceId], ['webhook attempt', traceId]);
    assert.equal(Number(valueOf(span, 'http.response.status_code')), 204);
    await service.request('DELETE', `/manage/v1/webhooks/${hook.webhook_id}`);
  });

  it('are counted', async () => {
    const { text } = await service.request('GET', '/metrics', { token: TOKEN });
    const sent = sumOf(parseMetrics(text), 'smartlink_trace_spans_total', { result: 'exported' });
    assert.ok(sent > 0);
  });
});

describe('traces with WORKERS=2', () => {
  it('come from every worker, also the last ones before the service stops', async () => {
    const collector = await startCollector();
    const service = await spawnService({
      DATABASE_URL: await newStore(),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      MISSES_PER_MINUTE: '0',
      WORKERS: '2',
    });
    let visits = 0;
    const visit = async (): Promise<void> => {
      visits++;
      // Each has a connection of its own, so that the workers take turns.
      const headers = { connection: 'close' };
      assert.equal((await fetch(`${service.url}/BCDFGHJK`, { headers })).status, 404);
    };
    const senders = (): number =>
      [...collector.instances.values()].filter((spans) =>
        spans.some(({ name }) => name === 'visit'),
      ).length;
    await eventually(
      'both workers have sent spans',
      async () => {
        await visit();
        return senders() === 2;
      },
      15_000,
    );
    for (let i = 0; i < 5; i++) await visit();
    assert.equal(await service.stop(), 0);
    assert.equal(collector.spans.filter(({ name }) => name === 'visit').length, visits);
    assert.equal(senders(), 2);
  });
});

describe('traces of callers who are not trusted', () => {
  it('are not continued, and OTEL_TRACES_SAMPLER decides', async () => {
    const collector = await startCollector();
    const service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    });
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    await fetch(`${service.url}/BCDFGHJK`, { headers });
    // The last spans are sent at the end.
    await service.stop();
    assert.deepEqual(collector.spans, []);
  });
});

describe('a collector that is away', () => {
  for (const away of ['refuses connections', 'does not answer']) {
    it(`${away}: requests are answered, and spans are dropped and counted`, async () => {
      let url = `http://127.0.0.1:${await freePort()}`;
      if (away === 'does not answer') {
        const silent = createServer(() => undefined);
        await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
        afterAll(() => {
          silent.closeAllConnections();
          silent.close();
        });
        url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      }
      const service = await startService({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        METRICS_TOKEN: TOKEN,
        MISSES_PER_MINUTE: '0',
      });
      const { code } = await service.create({ uri: 'https://shop.example/1' });
      for (let i = 0; i < 60; i++) {
        const visits = Array.from({ length: 50 }, () =>
          fetch(`${service.url}/${code}`, { redirect: 'manual' }),
        );
        for (const answer of await Promise.all(visits)) assert.equal(answer.status, 302);
      }
      const { text } = await service.request('GET', '/metrics', { token: TOKEN });
      const samples = parseMetrics(text);
      const count = (result: string) => sumOf(samples, 'smartlink_trace_spans_total', { result });
      assert.equal(count('exported'), 0);
      assert.ok(count('dropped') + count('failed') >= 3000 - 2048);
      const begin = performance.now();
      await service.stop();
      assert.ok(performance.now() - begin < 10_000 * loadFactor());
    });
  }
});
