import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, PROGRAM } from './harness.ts';
import { accepts, addressIn, eventually, loadFactor, serve } from './processes.ts';

describe('SHUTDOWN_DELAY_SECONDS', () => {
  for (const WORKERS of ['1', '2']) {
    it(`lets a load balancer react before requests are refused, WORKERS=${WORKERS}`, async () => {
      // A busy machine needs longer for the requests during the delay, and can pause for three seconds.
      const delaySeconds = Math.min(Math.ceil(6 * loadFactor()), 30);
      const service = await serve({ SHUTDOWN_DELAY_SECONDS: String(delaySeconds), WORKERS });
      const { pathname } = new URL(await addressIn(await service.create('https://shop.example/')));
      const status = async (path: string): Promise<number> => (await service.send(path)).status;
      const began = Date.now();
      const stopped = service.stop();
      // Requested often enough to reach each worker.
      await eventually(
        'every worker reports that it stops',
        async () => {
          const probes = Array.from({ length: 16 }, () => status('/health/live'));
          return (await Promise.all(probes)).every((said) => said === 503);
        },
        1500,
      );
      while (Date.now() - began < 400 * delaySeconds) {
        const visit = await service.send(pathname);
        const created = await service.create('https://shop.example/late');
        const probe = await service.send('/health/ready');
        const invalid = await service.send('/v2/smartlinks', {
          method: 'POST',
          headers: {
            authorization: `Token ${service.token}`,
            'content-type': 'application/json',
          },
          body: '{x',
        });
        const answers = [visit, created, probe, invalid];
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [302, 201, 503, 400],
        );
        // Without this header, the client would send the next request on a connection that is being
        // closed.
        for (const { headers } of answers) assert.equal(headers.get('connection'), 'close');
        assert.equal(((await probe.json()) as { code: string }).code, 'stopping');
        await sleep(50);
      }
      assert.equal(await stopped, 0);
      assert.ok(Date.now() - began >= 1000 * delaySeconds);
      assert.equal(await accepts(service.at), false);
      assert.match(service.output(), /Smartlink has stopped\.\n$/);
      assert.equal(service.problems(), '');
    });
  }

  it('does not delay a start that fails', async () => {
    const first = await serve();
    const began = Date.now();
    const second = serve({ PORT: new URL(first.at).port, SHUTDOWN_DELAY_SECONDS: '60' });
    // A busy machine also logs how long the migration takes.
    await assert.rejects(second, /serve ended with 1: (?:\{.*migrat.*\}\n)*smartlink: PORT/);
    assert.ok(Date.now() - began < 60_000);
  });
});

describe('a stop signal during the start', () => {
  for (const WORKERS of ['1', '2']) {
    it(`stops the service when it has started, WORKERS=${WORKERS}`, async () => {
      // A database that accepts connections and never answers.
      const sockets = new Set<Socket>();
      const database = createServer((socket) => void sockets.add(socket));
      await new Promise<void>((done) => database.listen(0, '127.0.0.1', done));
      const { port } = database.address() as AddressInfo;
      const env = {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: `postgres://smartlink:x@127.0.0.1:${port}/smartlink`,
        WORKERS,
      };
      const service = spawn(process.execPath, [PROGRAM, 'serve'], { env });
      afterAll(() => {
        service.kill('SIGKILL');
        database.close();
        for (const socket of sockets) socket.destroy();
      });
      let output = '';
      service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = once(service, 'close');
      await eventually('a connection to the database', () => sockets.size > 0, 30_000);
      service.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.match(output, /Smartlink has stopped\.\n$/);
    });
  }
});
