import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { spawnService, temporaryFolder, type Spawned } from '../harness.ts';
import { eventually, freePort } from '../processes.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';

interface Line {
  readonly type: string;
  readonly method: string;
  readonly route?: string;
  readonly visit?: string;
  readonly status: number | null;
  readonly ms: number;
  readonly network: string;
  readonly request_id: string;
}

const newDatabase = (): string => `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;

/** The lines that have arrived completely. */
function linesOf(service: Spawned): Line[] {
  return service
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

describe('ACCESS_LOG', () => {
  it('on writes a line for each request, of all workers', async () => {
    const service = await spawnService({
      DATABASE_URL: newDatabase(),
      ACCESS_LOG: 'on',
      WORKERS: '2',
    });
    const [server = ''] = /sl_server_\w+/.exec(service.welcome()) ?? [];
    const headers = { authorization: `Token ${server}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ uri: 'https://shop.example/1' });
    const made = await fetch(`${service.url}/v2/smartlinks`, { method: 'POST', headers, body });
    const { smartlink } = (await made.json()) as { smartlink: string };
    const get = async (url: string): Promise<void> => {
      const answer = await fetch(url, { redirect: 'manual', headers: { connection: 'close' } });
      await answer.arrayBuffer();
    };
    for (let i = 0; i < 20; i++) await get(smartlink);
    await get(`${service.url}/BCDFGHJK`);
    await get(`${service.url}/.well-known/assetlinks.json`);
    await get(`${service.url}/no/such/path`);
    await eventually('24 lines', () => linesOf(service).length === 24);
    const lines = linesOf(service);
    for (const line of lines) {
      assert.equal(line.type, 'access');
      assert.equal(line.network, '127.0.0');
      assert.ok(line.ms > 0);
    }
    assert.equal(new Set(lines.map((line) => line.request_id)).size, 24);
    const count = (wanted: Partial<Line>): number =>
      lines.filter((line) =>
        Object.entries(wanted).every(([key, value]) => line[key as keyof Line] === value),
      ).length;
    assert.equal(count({ method: 'POST', route: '/v2/smartlinks', status: 201 }), 1);
    assert.equal(count({ method: 'GET', visit: 'redirect', status: 302 }), 20);
    assert.equal(count({ visit: 'notFound', status: 404 }), 1);
    assert.equal(count({ route: 'unknown', status: 404 }), 1);
    assert.equal(await service.stop(), 0);
  });

  it('loses lines and counts them, but delays nothing, while nobody reads', async () => {
    const port = await freePort();
    const service = await spawnService({
      DATABASE_URL: newDatabase(),
      ACCESS_LOG: 'on',
      METRICS_PORT: String(port),
    });
    service.child.stdout?.pause();
    const { hostname, port: own } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(own) });
    const START = 'HTTP/1.1 ';
    let answers = 0;
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString('latin1')).split(START);
      answers += parts.length - 1;
      // The start of an answer can be in two chunks.
      rest = parts.at(-1)?.slice(1 - START.length) ?? '';
    });
    const VISITS = 12_000;
    const visits = `GET /BCDFGHJK HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100);
    for (let sent = 0; sent < VISITS; sent += 100) {
      if (!socket.write(visits)) await once(socket, 'drain');
    }
    const dropped = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return sumOf(parseMetrics(text), 'smartlink_access_log_dropped_total');
    };
    await eventually('all are answered', () => answers >= VISITS, 20_000);
    const lost = await dropped();
    assert.ok(lost > 0);
    socket.destroy();
    service.child.stdout?.resume();
    const all = (): number => linesOf(service).filter(({ type }) => type === 'access').length;
    await eventually('every line is written or counted', () => all() + lost === VISITS);
    await eventually('the loss is in the log', () => /"access_dropped"/.test(service.output()));
    assert.equal(await service.stop(), 0);
  });
});

describe('LOG_FORMAT', () => {
  it('text writes lines for people', async () => {
    const service = await spawnService({
      DATABASE_URL: newDatabase(),
      LOG_FORMAT: 'text',
      LOG_LEVEL: 'debug',
    });
    await fetch(`${service.url}/health/live`);
    const line = /^[\d-]+T[\d:.]+Z DEBUG answered method=GET route=\/health\/live status=200 /m;
    await eventually('a line', () => line.test(service.errors()));
    assert.equal(await service.stop(), 0);
  });
});
