import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openReader } from '#server/src/storage/sqlite/driver.ts';
import { afterAll, ROOT, spawnService, temporaryFolder, type Ran } from '#server/test/harness.ts';
import { eventually, serve, type Running } from '#server/test/processes.ts';

const EXAMPLE = join(ROOT, 'examples/node-create');
const LINKS = join(EXAMPLE, 'links.csv');
const RUN_AGAIN = /Run it again within 24 hours: no link is created twice\./;

const { parseCsv } = (await import(pathToFileURL(join(EXAMPLE, 'csv.js')).href)) as {
  readonly parseCsv: (text: string) => { fields: string[] }[];
};

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

function start(url: string, token: string, file = LINKS, more: readonly string[] = []): Started {
  const args = [file, '--service', url, '--token-env', 'SECRET', ...more];
  const child = spawn(process.execPath, [join(EXAMPLE, 'create.js'), ...args], {
    env: { PATH: process.env.PATH, SECRET: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterAll(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, stdout, stderr }));
  return { child, ended };
}

const create = (...args: Parameters<typeof start>): Promise<Ran> => start(...args).ended;

interface Stored {
  readonly code: string;
  readonly uri: string;
  readonly metadata: string | null;
  readonly redeem_limit: number | null;
}

function stored(file: string): Stored[] {
  const reader = openReader(file);
  const rows = reader.prepare('select code, uri, metadata, redeem_limit from links').all();
  reader.close();
  return rows as Stored[];
}

const plain = ({ uri, metadata, redeem_limit }: Omit<Stored, 'code'>): string =>
  JSON.stringify([uri, metadata, redeem_limit]);

/**
 * Asserts that each row has exactly one link with its values, and that the output lists the links
 * in the order of the rows.
 */
function assertComplete({ file }: Running, { code, stdout, stderr }: Ran): void {
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^100 of 100 links exist\.$/m);
  const wanted = parseCsv(readFileSync(LINKS, 'utf8')).slice(1);
  const printed = parseCsv(stdout).map(({ fields }) => fields);
  assert.deepEqual(printed.shift(), ['uri', 'smartlink']);
  const links = stored(file);
  assert.equal(links.length, 100);
  const byCode = new Map(links.map((link) => [link.code, link]));
  const actual = printed.map(([, smartlink = '']) => {
    const link = byCode.get(smartlink.split('/').at(-1) ?? '');
    assert.ok(link, smartlink);
    return plain(link);
  });
  const expected = wanted.map(({ fields: [uri = '', coupon, limit] }) =>
    plain({
      uri,
      metadata: coupon ? JSON.stringify({ coupon }) : null,
      redeem_limit: limit ? Number(limit) : null,
    }),
  );
  assert.deepEqual(actual, expected);
  assert.deepEqual(
    printed.map(([uri]) => uri),
    wanted.map(({ fields }) => fields[0]),
  );
  assert.equal(new Set(printed.map(([, smartlink]) => smartlink)).size, 100);
}

/**
 * A proxy in front of the service. From request number `limit` on, it calls `then` before it
 * forwards the request.
 */
async function startProxy(
  to: string,
  limit: number,
  then: (count: number, pass: () => Promise<string>, response: ServerResponse) => unknown,
): Promise<string> {
  let count = 0;
  const server = createServer((incoming, response) => {
    count++;
    const pass = (): Promise<string> => forward(to, incoming);
    const answer = async (): Promise<void> => {
      if (count >= limit) await then(count, pass, response);
      if (response.destroyed) return;
      const body = await pass();
      response.writeHead(201, { 'content-type': 'application/json' }).end(body);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forward(to: string, incoming: IncomingMessage): Promise<string> {
  const { url = '/', method, headers } = incoming;
  const outgoing = request(new URL(url, to), { method, headers, agent: false });
  incoming.pipe(outgoing);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  assert.equal(answer.statusCode, 201, body);
  return body;
}

/** A proxy that, from request number `limit` on, forwards requests but never responds. */
async function startSilentProxy(service: Running, limit: number): Promise<string> {
  return startProxy(service.at, limit, async (_count, pass, response) => {
    await pass();
    await once(response, 'close');
  });
}

describe('node-create', () => {
  it('creates a hundred links from a hundred rows, and none when it runs again', async () => {
    const service = await serve();
    const first = await create(service.at, service.token);
    assertComplete(service, first);
    assert.match(
      first.stderr,
      /^10 of 100\n20 of 100\n/,
      'without a terminal, one line for every ten links',
    );
    const again = await create(service.at, service.token);
    assertComplete(service, again);
    assert.equal(again.stdout, first.stdout);
  });

  it('reports each outage, not only the first one', async () => {
    const service = await serve();
    const proxy = await startProxy(service.at, 1, (count, _pass, response) => {
      if (count === 20 || count === 60) response.destroy();
    });
    const ran = await create(proxy, service.token);
    assertComplete(service, ran);
    assert.equal(ran.stderr.match(/^the service is unavailable, trying again$/gm)?.length, 2);
  });

  it('creates no second links with another server token of the app', async () => {
    const service = await serve();
    const first = await create(service.at, service.token);
    const made = await fetch(`${service.at}/manage/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Token ${service.token}`, 'content-type': 'application/json' },
      body: '{"kind":"server"}',
    });
    const { token } = (await made.json()) as { token: string };
    assert.notEqual(token, service.token);
    const again = await create(service.at, token);
    assertComplete(service, again);
    assert.equal(again.stdout, first.stdout);
  });

  it('creates a hundred links if it is killed, responses are lost and it runs again', async () => {
    const service = await serve();
    const { child, ended } = start(await startSilentProxy(service, 40), service.token);
    await eventually('some links', () => stored(service.file).length === 47);
    child.kill('SIGKILL');
    const { code, stdout } = await ended;
    assert.equal(code, null);
    assert.ok(stdout.split('\n').length < 48);
    assertComplete(service, await create(service.at, service.token));
  });

  it('stopped with Ctrl-C: prints the result so far, and continues the next time', async () => {
    const service = await serve();
    const { child, ended } = start(await startSilentProxy(service, 20), service.token);
    await eventually('some links', () => stored(service.file).length === 27);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, /^19 of 100 links exist\.\nStopped\.\n/m);
    assert.match(stderr, RUN_AGAIN);
    assert.equal(parseCsv(stdout).length, 20, 'the header and one row per response');
    assertComplete(service, await create(service.at, service.token));
  });

  it('continues automatically if the service is killed and restarted', async () => {
    const service = await serve();
    let restarted: Promise<unknown> | undefined;
    const restart = async (): Promise<void> => {
      await service.stop('SIGKILL');
      const PORT = new URL(service.at).port;
      await spawnService({ DATABASE_URL: `sqlite:${service.file}`, PORT });
    };
    const url = await startProxy(service.at, 40, (count, _pass, response) => {
      if (count === 40) restarted = restart();
      if (count < 48) response.destroy();
    });
    assertComplete(service, await create(url, service.token));
    assert.ok(restarted);
    await restarted;
  });

  it('reports bad rows, creates the others, and creates the fixed rows on the next run', async () => {
    const service = await serve();
    const file = join(temporaryFolder(), 'bad.csv');
    const good = ['products/1,A,1', 'products/1,A,1', 'products/2,"a,b",'];
    const bad = ['products/3,A', ',B,0', 'javascript:alert(1),C,many'];
    const write = (rows: readonly string[]): void =>
      writeFileSync(file, ['uri,coupon,redeem_limit', ...rows].join('\n'));
    write([...bad, ...good]);
    const { code, stdout, stderr } = await create(service.at, service.token, file);
    assert.equal(code, 1);
    const actual = stderr.split('\n').filter((line) => line.startsWith('row '));
    assert.deepEqual(actual.toSorted(), [
      'row 2: must have 3 fields, not 2.',
      'row 3: /redeem_limit must be >= 1',
      'row 3: /uri must not be empty',
      'row 4: /redeem_limit must be a whole number, not a string',
      'row 4: /uri uses the scheme "javascript:", which is refused',
    ]);
    assert.match(stderr, /^3 of 6 links exist\.\n3 rows failed; see above\.\n$/m);
    assert.equal(parseCsv(stdout).length, 1 + good.length);
    assert.equal(stored(service.file).length, 3);

    write([...good, 'products/3,A,1']);
    assert.equal((await create(service.at, service.token, file)).code, 0);
    assert.equal(stored(service.file).length, 4);
    assert.equal((await create(service.at, service.token, file, ['--run', 'two'])).code, 0);
    assert.equal(stored(service.file).length, 8);
  });

  it('stops at once if all rows would fail', async () => {
    const service = await serve();
    const { code, stdout, stderr } = await create(service.at, 'sl_server_wrong');
    assert.deepEqual([code, stdout], [1, 'uri,smartlink\n']);
    assert.match(stderr, /^0 of 100 links exist\.\nSend "Authorization/);
  });

  it('rejects input that it cannot read', async () => {
    const file = join(temporaryFolder(), 'links.csv');
    for (const [content, error] of [
      ['', /the first row must be uri,coupon,redeem_limit/],
      ['uri;coupon;redeem_limit\n', /the first row must be/],
      ['uri,coupon,redeem_limit\na,"b,1\n', /row 2: a quoted field does not end/],
      [Buffer.from('uri,coupon,redeem_limit\n', 'utf16le'), /the first row must be|not valid/],
      [Buffer.from([0xff]), /not valid/],
    ] as const) {
      writeFileSync(file, content);
      const { code, stdout, stderr } = await create('http://127.0.0.1:9', 'x', file);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, error);
    }
    for (const [url, token, error] of [
      ['127.0.0.1:9', 'x', /Did you mean "http:\/\/127\.0\.0\.1:9"/],
      ['http://127.0.0.1:9', 'sl_web_x', /takes a server token/],
    ] as const) {
      const { code, stdout, stderr } = await create(url, token);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, error);
    }
    assert.match((await create('http://127.0.0.1:9', '')).stderr, /SECRET is empty/);
    assert.match((await create('http://127.0.0.1:9', 'x', '/none.csv')).stderr, /ENOENT/);
  });
});

test('the progress bar of node-create, in a terminal', async () => {
  const { createProgress } = (await import(pathToFileURL(join(EXAMPLE, 'progress.js')).href)) as {
    readonly createProgress: (
      total: number,
      stream: object,
    ) => Record<string, (text?: string) => void>;
  };
  let written = '';
  const write = (text: string): void => void (written += text);
  const progress = createProgress(2, { isTTY: true, write });
  progress.step?.();
  assert.match(written, /^\r█{15}░{15} 1 of 2\u001B\[K$/);
  written = '';
  progress.note?.('trying again');
  assert.match(written, / 1 of 2, trying again\u001B\[K$/);
  written = '';
  progress.line?.('row 1: no');
  assert.match(written, /^\r\u001B\[Krow 1: no\n\r█/);
  written = '';
  progress.clear?.();
  assert.equal(written, '\r\u001B[K');
});
