import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Environment } from '../src/config.ts';
import type { Overrides } from '../src/store.ts';
import {
  afterAll,
  PROGRAM,
  smartlink,
  spawnService,
  startService,
  temporaryFolder,
  type Ran,
  type Spawned,
} from './harness.ts';

/** Starts the service and expects it to fail. Kills it after a minute. */
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

/** `scripts/free-port.js` */
export async function freePort(): Promise<number> {
  const script = new URL('../../../scripts/free-port.js', import.meta.url).href;
  const module = (await import(script)) as { freePort(): Promise<number> };
  return module.freePort();
}

/** Whether something listens on the port of this address. */
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

/** For what is not about time: much longer than anything takes on an idle machine. */
const PATIENCE_MS = 20_000;
const POLL_MS = 20;

/**
 * Calls `ask` until it returns true; throws after `milliseconds`, which is for an idle machine. Of a call of `ask`
 * that takes long, only a part counts, so that a few slow answers do not use up the time: it is
 * called at least about 20 times. A call that never ends must have a limit itself.
 */
export async function eventually(
  what: string,
  ask: () => boolean | Promise<boolean>,
  milliseconds = PATIENCE_MS,
): Promise<void> {
  const countedOfAsk = Math.max(250, milliseconds / 20);
  let counted = 0;
  let limit = 0;
  let [pauses, pausedMs] = [0, 0];
  for (;;) {
    const asked = performance.now();
    if (await ask()) return;
    const paused = performance.now();
    counted += Math.min(paused - asked, countedOfAsk);
    // The load is known late, as the average of a minute. A pause that takes longer shows at once that others run.
    const slowness = Math.max(loadFactor(), pauses > 0 ? pausedMs / (pauses * POLL_MS) : 1);
    limit = Math.max(limit, Math.round(milliseconds * slowness));
    if (counted + pausedMs > limit) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((done) => setTimeout(done, POLL_MS));
    pauses++;
    pausedMs += performance.now() - paused;
  }
}

/**
 * Checks that other processes apply a change within a second, as the documentation promises. Since a database can stall for
 * longer, one of three changes must be, and the others within ten seconds. `change` has the number of the change, from 0.
 */
export async function withinASecond(
  what: string,
  change: (number: number) => Promise<unknown>,
  isApplied: (number: number) => Promise<boolean>,
): Promise<void> {
  for (let number = 0; ; number++) {
    await change(number);
    const ask = () => isApplied(number);
    try {
      return await eventually(what, ask, 1000);
    } catch (error) {
      if (number === 2) throw error;
      await eventually(what, ask, 10_000);
    }
  }
}

export interface HalfSent {
  /** Sends the rest of the body; returns the whole response as text. */
  finish(): Promise<string>;
  drop(): void;
}

/**
 * Sends a request with half of its body. The service has started to read it and cannot respond yet.
 */
export async function halfSent(url: string, token: string, body: string): Promise<HalfSent> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // If the service is killed, the connection breaks, which the test expects.
  socket.on('error', () => undefined);
  socket.write(
    `POST /v2/smartlinks HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Token ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  );
  // The service sends this when it has started to process the request.
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

/** Runs operator commands on a new database. */
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
 * Returns how many times slower this machine is than an idle one, estimated from its load. Time
 * limits are for an idle machine.
 */
export function loadFactor(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

export interface Operator {
  readonly folder: string;
  readonly file: string;
  readonly environment: Environment;
  readonly run: (args: readonly string[], input?: string) => Promise<Ran>;
  /** Runs a command with `--json` and returns its output; throws if the command fails. */
  readonly json: (args: readonly string[], input?: string) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any
}

/** A service with the requests of one app. */
export interface Served {
  readonly token: string;
  readonly file: string;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly create: (uri: string, path?: string) => Promise<Response>;
}

/** A service in a separate process with a given port, which `url` may not contain. */
export interface Running extends Spawned, Served {
  /** Its actual address, which can differ from the published one. */
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

/** What the first start shows, however late: see `spawnService`. For services on one new database, what one of them shows. */
export async function welcomeOf(...services: readonly Pick<Spawned, 'welcome'>[]): Promise<string> {
  let text = '';
  await eventually('the first start', () => {
    text = services.map((service) => service.welcome()).join('');
    return text !== '';
  });
  return text;
}

/** Starts the service in this process, for tests that need no own settings or output. */
export async function serveHere(
  environment: Environment = {},
  overrides: Overrides = {},
): Promise<Served & { readonly url: string; readonly webToken: string }> {
  const file = join(temporaryFolder(), 'smartlink.db');
  const settings = { DATABASE_URL: `sqlite:${file}`, ...environment };
  const { url, owner } = await startService(settings, overrides);
  const { server, web } = owner.tokens;
  return { ...served(url, server, file), url, webToken: web };
}

function served(at: string, token: string, file: string): Served {
  const send: Served['send'] = async (path, init) => {
    const answer = await fetch(at + path, { redirect: 'manual', ...init });
    // The service cannot stop while the body of a response is unread.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, answer);
  };
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

/** Returns the address in the response to a create. */
export async function addressIn(answer: Response): Promise<string> {
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return (JSON.parse(text) as { smartlink: string }).smartlink;
}

/** The child processes of `pid`, on Linux. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}
