import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Agent, get, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { afterAll, smartlink, spawnService, temporaryFolder, type Spawned } from './harness.ts';
import { accepts, eventually, failedStart, halfSent, loadFactor, welcomeOf } from './processes.ts';
import { makeMigratedFile } from './store.ts';
import { slowness } from './worst-case/slowness.ts';

// How the service starts and stops.

interface Started extends Spawned {
  readonly token: string;
  readonly file: string;
}

async function start(file = join(temporaryFolder(), 'smartlink.db')): Promise<Started> {
  const service = await spawnService({ DATABASE_URL: `sqlite:${file}` });
  const token = /sl_server_\w+/.exec(service.welcome())?.[0] ?? '';
  return { ...service, token, file };
}

/** SQLite leaves no log next to a database that was closed cleanly. */
function assertClosed(file: string): void {
  assert.ok(existsSync(file));
  assert.equal(existsSync(`${file}-wal`), false, 'no log remains');
  assert.equal(existsSync(`${file}-shm`), false);
}

/** Open requests end the service after 25 s, and an idle connection would be closed after 72 s. */
const maxExitMs = (): number => Math.min(10_000 * loadFactor(), 20_000);

/** The result for a request that never ends. It takes longest, so it starts first. */
let endless: Promise<unknown>;

describe('stopping', () => {
  before(async () => {
    const { url, token, child } = await start();
    const request = await halfSent(url, token, '{"uri":"products/5"}');
    afterAll(() => request.drop());
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const limit = 35_000 * loadFactor();
    const late = new Promise((done) => setTimeout(done, limit, 'still running').unref());
    endless = Promise.race([exited, late]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`on ${signal} finishes open requests, accepts no new ones, closes the database, and exits with 0`, async () => {
      const service = await start();
      const { url, token, file } = service;
      const request = await halfSent(url, token, '{"uri":"products/5"}');
      const stopped = service.stop(signal);
      await eventually('no new connections', async () => !(await accepts(url)));
      const answer = await request.finish();
      assert.match(answer, /^HTTP\/1\.1 201 /);
      assert.equal(await stopped, 0);
      assert.match(service.output(), /Smartlink has stopped\.\n$/);
      assert.equal(service.problems(), '');
      assertClosed(file);
      const code = /"smartlink":"[^"]*\/(\w+)"/.exec(answer)?.[1] ?? '';
      const shown = await smartlink(['link', 'show', code], { DATABASE_URL: `sqlite:${file}` });
      assert.equal(shown.code, 0, shown.stderr);
    });
  }

  it('does not wait for idle connections', { timeout: 60_000 }, async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true });
    afterAll(() => agent.destroy());
    const [response] = await once(get(`${service.url}/health/live`, { agent }), 'response');
    response.resume();
    await once(response, 'end');
    const began = Date.now();
    assert.equal(await service.stop(), 0);
    assert.ok(Date.now() - began < maxExitMs(), `took ${Date.now() - began} ms`);
  });

  it('does not wait for connections on which nothing is sent', { timeout: 60_000 }, async () => {
    const service = await start();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    afterAll(() => socket.destroy());
    await once(socket, 'connect');
    // Accepted in the order of their beginnings.
    await fetch(`${service.url}/health/live`);
    const began = Date.now();
    assert.equal(await service.stop(), 0);
    assert.ok(Date.now() - began < maxExitMs(), `took ${Date.now() - began} ms`);
  });

  it('does not wait for a connection after its last response', { timeout: 60_000 }, async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true });
    afterAll(() => agent.destroy());
    const request = httpRequest(`${service.url}/v2/smartlinks`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Token ${service.token}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    request.flushHeaders();
    await once(request, 'continue');
    const stopped = service.stop();
    await eventually('no new connections', async () => !(await accepts(service.url)));
    const answered = Date.now();
    request.end('{"uri":"products/5"}');
    const [response] = await once(request, 'response');
    response.resume();
    assert.equal(response.statusCode, 201);
    assert.equal(await stopped, 0);
    assert.ok(Date.now() - answered < maxExitMs(), `took ${Date.now() - answered} ms`);
  });

  it('ends at once on a second Ctrl+C', async () => {
    const { url, token, child } = await start();
    const request = await halfSent(url, token, '{"uri":"products/5"}');
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await eventually('no new connections', async () => !(await accepts(url)));
    child.kill('SIGINT');
    assert.deepEqual(await exited, [null, 'SIGINT']);
    request.drop();
  });
});

describe('starting', () => {
  it('again needs no manual recovery, takes less than 2 s, and shows no tokens', async () => {
    const first = await start();
    const tokens =
      first.welcome().match(/sl_(server|web|iphone|ipad|universal|android)_\w+/g) ?? [];
    assert.equal(new Set(tokens).size, 6, 'the first start shows one token of each kind');
    assert.equal(await first.stop(), 0);

    // Other tests run at the same time, so the fastest of up to five starts counts.
    const took: number[] = [];
    const limit = 2000 * loadFactor() * slowness();
    do {
      const began = Date.now();
      const again = await start(first.file);
      const answer = await fetch(`${again.url}/v2/smartlinks`, {
        method: 'POST',
        headers: { authorization: `Token ${first.token}`, 'content-type': 'application/json' },
        body: '{"uri":"products/5"}',
      });
      took.push(Date.now() - began);
      assert.equal(answer.status, 201);
      assert.doesNotMatch(again.output(), /sl_/);
      assert.equal(await again.stop(), 0);
    } while (Math.min(...took) >= limit && took.length < 5);
    assert.ok(Math.min(...took) < limit, `took ${took.join(', ')} ms`);
  });

  it('shows no tokens if a command created the app', async () => {
    const file = join(temporaryFolder(), 'smartlink.db');
    await smartlink(['app', 'create', '--name', 'shop'], { DATABASE_URL: `sqlite:${file}` });
    const service = await start(file);
    assert.doesNotMatch(service.output(), /sl_|my-app/);
  });
});

describe('a port in use', () => {
  it('is reported in one line', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    afterAll(() => listener.close());
    const { port } = listener.address() as AddressInfo;
    // A migration on a busy machine would log that it takes long.
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
    await makeMigratedFile(DATABASE_URL);

    const ran = await failedStart({ PORT: String(port), DATABASE_URL });
    assert.match(ran.stderr, /^smartlink: PORT [^\n]+\n$/);
    assert.equal(ran.stdout, '');
    // Another program may end, so that systemd tries again.
    assert.equal(ran.code, 1);
  });

  it('does not lose the tokens of a new database', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    afterAll(() => listener.close());
    const { port } = listener.address() as AddressInfo;
    const file = join(temporaryFolder(), 'smartlink.db');
    await failedStart({ PORT: String(port), DATABASE_URL: `sqlite:${file}` });
    // The failed start must not have created the app, because only the start that creates it shows
    // its tokens.
    const second = await start(file);
    assert.match(await welcomeOf(second), /sl_server_\w{40}/);
  });
});

it('waits at most 35 s for a request that never ends', async () => {
  assert.deepEqual(await endless, [0, null]);
});
