import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { spawnService, startService, temporaryFolder } from '../harness.ts';
import { childrenOf, eventually, failedStart, freePort } from '../processes.ts';
import { parseMetrics, sumOf } from './metrics-text.ts';

const TOKEN = 'a-token-of-prometheus';
const newDatabase = (): string => `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    const service = await startService();
    for (const token of [undefined, service.owner.tokens.server]) {
      assert.equal((await service.request('GET', '/metrics', { token })).status, 404);
    }
  });

  it('requires the token', async () => {
    const service = await startService({ METRICS_TOKEN: TOKEN });
    for (const token of [undefined, service.owner.tokens.server, `${TOKEN}x`, TOKEN.slice(1)]) {
      const answer = await service.request('GET', '/metrics', { token });
      assert.deepEqual([answer.status, answer.json.code], [401, 'unauthorized']);
      assert.ok(!answer.text.includes('smartlink_'));
    }
    const answer = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const posted = await service.request('POST', '/metrics');
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
    assert.ok(parseMetrics(await answer.text()).length > 50);
  });
});

describe('METRICS_PORT', () => {
  it('serves metrics at a port of their own, and not at that of the service', async () => {
    const port = await freePort();
    const DATABASE_URL = newDatabase();
    const service = await spawnService({ DATABASE_URL, METRICS_PORT: String(port) });
    const at = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${at}/metrics`);
    assert.equal(answer.status, 200);
    assert.equal(sumOf(parseMetrics(await answer.text()), 'smartlink_build_info'), 1);
    assert.equal((await fetch(`${at}/`)).status, 404);
    assert.equal((await fetch(`${at}/metrics`, { method: 'POST' })).status, 405);
    assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
    assert.equal(await service.stop(), 0);
  });

  it('requires METRICS_TOKEN if there is one', async () => {
    const port = await freePort();
    await spawnService({
      DATABASE_URL: newDatabase(),
      METRICS_PORT: String(port),
      METRICS_TOKEN: TOKEN,
    });
    const url = `http://127.0.0.1:${port}/metrics`;
    assert.equal((await fetch(url)).status, 401);
    const headers = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await fetch(url, { headers })).status, 200);
  });

  it('is named by the error if the port is in use', async () => {
    const other = await startService();
    const { port } = new URL(other.url);
    const ran = await failedStart({ DATABASE_URL: newDatabase(), METRICS_PORT: port });
    assert.notEqual(ran.code, 0);
    assert.match(ran.stderr, /METRICS_PORT cannot be used: .*EADDRINUSE/);
  });
});

describe('metrics of several workers', () => {
  it('are added, whichever worker or port is asked', async () => {
    const port = await freePort();
    const service = await spawnService({
      DATABASE_URL: newDatabase(),
      WORKERS: '2',
      METRICS_PORT: String(port),
      METRICS_TOKEN: TOKEN,
    });
    const VISITS = 40;
    for (let i = 0; i < VISITS; i++) {
      // A connection of its own can reach another worker.
      await fetch(`${service.url}/BCDFGHJK`, { headers: { connection: 'close' } });
    }
    const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' };
    for (const url of [`http://127.0.0.1:${port}`, service.url, service.url, service.url]) {
      // Of a worker that does not answer in time, as on a busy machine, the last answer is used.
      await eventually('the metrics of all workers', async () => {
        const samples = parseMetrics(await (await fetch(`${url}/metrics`, { headers })).text());
        assert.equal(sumOf(samples, 'smartlink_build_info'), 1);
        const visits = sumOf(samples, 'smartlink_visit_responses_total');
        assert.ok(visits <= VISITS, `${visits} visits`);
        return visits === VISITS;
      });
    }
    const primary = service.child.pid ?? 0;
    const before = childrenOf(primary);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually('a worker takes its place', () => {
      const now = childrenOf(primary);
      return now.length === 2 && !now.includes(before[0] ?? 0);
    });
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
      const samples = parseMetrics(await response.text());
      // Otherwise everything that is left would count again, as after a restart.
      assert.equal(sumOf(samples, 'smartlink_visit_responses_total'), VISITS);
      assert.equal(sumOf(samples, 'smartlink_build_info'), 1);
    }
  });
});
