import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#server/test/harness.ts';

// The load generator of `npm run bench` that measures from planned times.

interface Answers {
  readonly planned: readonly number[];
  readonly took: readonly number[];
  readonly status: readonly number[];
}

interface Rate {
  start(): void;
  take(): Answers;
  stop(): Promise<void>;
}

const module = join(ROOT, 'benchmarks', 'load', 'constant-rate.js');
const { ConstantRate } = (await import(pathToFileURL(module).href)) as {
  readonly ConstantRate: new (stream: object) => Rate;
};

const PER_SECOND = 200;
const REQUESTS = 60;
const SLOWLY_PER_SECOND = 5;

/** Sends requests to a server until it has got a number of them, then until all are answered. */
async function measured(
  served: RequestListener | Server,
  connections: number,
  meanwhile: (got: () => number) => Promise<void>,
  perSecond = PER_SECOND,
): Promise<Answers> {
  let got = 0;
  const server = typeof served === 'function' ? createServer(served) : served;
  server.prependListener('request', () => got++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const headers = {};
  const traffic = { kind: 'path', method: 'GET', path: '', headers, paths: ['/a', '/b'] };
  const rate = new ConstantRate({ port, traffic, perSecond, connections });
  rate.start();
  await meanwhile(() => got);
  await rate.stop();
  await new Promise((done) => server.close(done));
  return rate.take();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done, 5));
}

describe('requests at a constant rate', () => {
  it('are planned evenly and all answered', async () => {
    const { planned, took, status } = await measured(
      (_request, response) => response.end('ok'),
      8,
      (got) => until(() => got() >= REQUESTS),
    );
    assert.ok(planned.length >= REQUESTS);
    assert.equal(planned.length, took.length);
    // What waited at the end was not sent.
    const inOrder = planned.map((at, index) => ({ at, status: status[index] }));
    const sent = inOrder.toSorted((a, b) => a.at - b.at).slice(0, REQUESTS);
    assert.deepEqual([...new Set(sent.map((one) => one.status))], [200]);
    const first = Math.min(...planned);
    const expected = planned.map((_, index) => Math.round((index * 1000) / PER_SECOND));
    const sorted = planned.map((at) => at - first).toSorted((a, b) => a - b);
    for (const [index, at] of sorted.entries()) {
      assert.ok(Math.abs(at - (expected[index] ?? NaN)) <= 2, `${index}: ${at}`);
    }
  });

  it('show a stall in every request that it delays, also in those without a connection', async () => {
    const held: (() => void)[] = [];
    let open = false;
    let opened = 0;
    const { planned, took } = await measured(
      (_request, response) => {
        if (open) response.end('ok');
        else held.push(() => response.end('ok'));
      },
      2,
      async () => {
        await until(() => held.length === 2);
        await new Promise((done) => setTimeout(done, (REQUESTS * 1000) / PER_SECOND));
        open = true;
        opened = performance.timeOrigin + performance.now();
        for (const answer of held) answer();
        await new Promise((done) => setTimeout(done, 100));
      },
    );
    const delayed = planned.flatMap((at, index) =>
      at < opened ? [{ at, answered: at + (took[index] ?? 0) }] : [],
    );
    assert.ok(delayed.length >= REQUESTS, `${delayed.length}`);
    for (const { answered } of delayed) assert.ok(answered >= opened - 2, `${opened - answered}`);
  });

  it('are sent when they are planned, not a period later', async () => {
    const { took } = await measured(
      (_request, response) => response.end('ok'),
      1,
      (got) => until(() => got() >= 5),
      SLOWLY_PER_SECOND,
    );
    assert.ok(Math.min(...took) < 1000 / SLOWLY_PER_SECOND, took.join());
  });

  it('are not what a server answers on a connection that was not used', async () => {
    const server = createServer(
      { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 },
      (_request, response) => response.end('ok'),
    );
    let gaveUp = 0;
    server.on('clientError', (_error, socket) => {
      gaveUp++;
      socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    const { status } = await measured(server, 2, () => until(() => gaveUp > 0), SLOWLY_PER_SECOND);
    assert.ok(status.length > 0);
    assert.deepEqual([...new Set(status)], [200]);
  });

  it('count as failed if the server hangs up', async () => {
    const { status } = await measured(
      (request) => request.socket.destroy(),
      4,
      (got) => until(() => got() >= 10),
    );
    assert.ok(status.length >= 10);
    assert.deepEqual([...new Set(status)], [0]);
  });
});
