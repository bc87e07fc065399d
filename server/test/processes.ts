import { availableParallelism, loadavg } from 'node:os';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Environment } from '../src/config.ts';
import {
  afterAll,
  ROOT,
  smartlink,
  spawnService,
  startService,
  temporaryFolder,
  type Ran,
  type Spawned,
} from './harness.ts';

/** The built program: what `smartlink` runs. */
export const PROGRAM = join(ROOT, 'server/dist/src/main.js');

/** A start of the service that should not succeed. Killed where it goes on after a minute. */
export async function failedStart(environment: Environment): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterAll(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = (await closed) as [number | null];
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** A port of loopback that nothing listens on, for a process that must know its port beforehand. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Does something listen there? */
export async function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).then((open) => {
    socket.destroy();
    return open as boolean;
  });
}

/** Asks until the answer is yes; throws after `milliseconds`, which are those of an idle machine. */
export async function eventually(
  what: string,
  ask: () => boolean | Promise<boolean>,
  milliseconds = 5000,
): Promise<void> {
  const limit = Math.round(milliseconds * crowd());
  const end = Date.now() + limit;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export interface HalfSent {
  /** Sends the rest of the body; returns the whole answer as text. */
  finish(): Promise<string>;
  drop(): void;
}

/** A request that the service has begun to read and cannot answer yet, for want of half its body. */
export async function halfSent(url: string, token: string, body: string): Promise<HalfSent> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // A service that is killed cuts the line, which is not for the test to trip over.
  socket.on('error', () => undefined);
  socket.write(
    `POST /v2/smartlinks HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Token ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  );
  // Said by the service once it has the request in hand.
  await eventually('100 Continue', () => answer.startsWith('HTTP/1.1 100'));
  answer = '';
  socket.write(body.slice(0, 5));
  return {
    async finish() {
      socket.write(body.slice(5));
      await eventually('an answer', () => /\r\n\r\n[^]*\}/.test(answer));
      socket.end();
      return answer;
    },
    drop: () => void socket.destroy(),
  };
}

/** Runs operator commands on a store of their own, which is new. */
export function operator(): Operator {
  const folder = temporaryFolder();
  const file = join(folder, 'smartlink.db');
  const environment = { DATABASE_URL: `sqlite:${file}` };
  const run: Operator['run'] = (args, input) => smartlink(args, environment, input);
  return {
    folder,
    file,
    environment,
    run,
    async json(args, input) {
      const ran = await run([...args, '--json'], input);
      if (ran.code !== 0) throw new Error(`smartlink ${args.join(' ')}: ${ran.stderr}`);
      return JSON.parse(ran.stdout);
    },
  };
}

/**
 * How many times longer everything takes than on an idle machine, about: what other programs leave of
 * it to this one. Limits of time are for an idle machine.
 */
export function crowd(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

export interface Operator {
  readonly folder: string;
  readonly file: string;
  readonly environment: Environment;
  readonly run: (args: readonly string[], input?: string) => Promise<Ran>;
  /** What `--json` prints; throws where the command fails. */
  readonly json: (args: readonly string[], input?: string) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any
}

/** A service and the requests of one app. */
export interface Served {
  readonly token: string;
  readonly file: string;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly create: (uri: string, path?: string) => Promise<Response>;
}

/** The service as a process that was told its port, which `url` may not show. */
export interface Running extends Spawned, Served {
  /** Where it can be reached, whatever address it was told to publish. */
  readonly at: string;
}

export async function serve(environment: Environment = {}): Promise<Running> {
  const file = join(temporaryFolder(), 'smartlink.db');
  const port = await freePort();
  const at = `http://127.0.0.1:${environment.PORT ?? port}`;
  const service = await spawnService({
    DATABASE_URL: `sqlite:${file}`,
    PORT: String(port),
    ...environment,
  });
  const token = /sl_server_\w+/.exec(service.welcome())?.[0] ?? '';
  return { ...service, at, ...served(at, token, file) };
}

/** The same in this process, where it does not matter how a process gets its settings and what it prints. */
export async function serveHere(
  environment: Environment,
): Promise<Served & { readonly webToken: string }> {
  const file = join(temporaryFolder(), 'smartlink.db');
  const { url, owner } = await startService({ DATABASE_URL: `sqlite:${file}`, ...environment });
  const { server, web } = owner.tokens;
  return { ...served(url, server, file), webToken: web };
}

function served(at: string, token: string, file: string): Served {
  const send: Served['send'] = (path, init) => fetch(at + path, { redirect: 'manual', ...init });
  return {
    token,
    file,
    send,
    create: (uri, path = '/v2/smartlinks') =>
      send(path, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uri }),
      }),
  };
}

/** The address in the answer to a create. */
export async function addressIn(answer: Response): Promise<string> {
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return (JSON.parse(text) as { smartlink: string }).smartlink;
}
