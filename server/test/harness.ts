import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type Client, type CreateRequest } from '@smartlink/client';
import { createServerClient, type ServerClient } from '@smartlink/client/server';
import { createApp as createOwnerApp, type CreatedApp } from '../src/actions/apps/create-app.ts';
import type { Context } from '../src/actions/context.ts';
import { applySetup, readApps } from '../src/actions/setup/apply.ts';
import { createApp, type App } from '../src/app.ts';
import { run } from '../src/commands/program.ts';
import type { Overrides } from '../src/store.ts';
import { readConfig, type Environment } from '../src/config.ts';
import { parseJson } from '../src/domain/text/json.ts';
import type { Setup } from '../src/domain/app/setup-schema.ts';
import type { Platform } from '../src/domain/app/platform.ts';
import type { TokenKind } from '../src/domain/access/token.ts';
import { StoreUnavailable } from '../src/storage/database.ts';
import { afterAll, temporaryFolder } from './leftovers.ts';
import { makeMigratedFile, newMigratedStore } from './store.ts';

export { afterAll, temporaryFolder } from './leftovers.ts';

/** True in `npm run proof`: the long version of a test. */
export const proof = process.env.SMARTLINK_PROOF === '1';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The built program, which `smartlink` runs. */
export const PROGRAM = join(ROOT, 'server/dist/program/main.js');

/** The shop in the documentation: a web site, one app for iPhone and Android, none for iPad. */
export const SHOP: Setup = {
  apps: [
    {
      name: 'shop',
      platforms: {
        web: { base: 'https://shop.example' },
        iphone: { base: 'com.shop.app://', fallback: 'https://apps.apple.com/app/id1' },
        ipad: { enabled: false },
        universal: { base: 'com.shop.app://' },
        android: {
          base: 'com.shop.app://',
          fallback: 'https://play.google.com/store/apps/details?id=com.shop.app',
        },
      },
      templates: [
        {
          name: 'product',
          pattern: 'products/:id',
          routes: {
            web: { link: 'https://shop.example/p/:id' },
            iphone: { link: 'com.shop.app://product/:id', fallback: '@web' },
          },
        },
      ],
    },
  ],
};

export interface Service {
  readonly url: string;
  readonly owner: CreatedApp;
  readonly app: App;
  /** Sends JSON (or unchanged text) with a token; by default the server token. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The SDK with a token of the first app; it waits and retries for long, so that a busy machine causes no failure. */
  client(kind?: 'server'): ServerClient;
  client(kind: Platform): Client;
  /** Creates a link from the body of a request; returns its address. */
  create(body: object): Promise<{ address: string; code: string; status: number }>;
  /** Applies a setup as the command does, and waits until the service has read the change. */
  apply(setup: Setup): Promise<void>;
  /** Stops the service before the tests end. */
  stop(): Promise<void>;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws if it is not JSON. */
  readonly json: any; // oxlint-disable-line typescript/no-explicit-any
}

const PATIENT = { timeoutMs: 30_000, giveUpAfterMs: 60_000 };

/**
 * Starts the real service in this process, with a real database, on a free port of loopback. `known` is the
 * app of another instance with the same database.
 */
export async function startService(
  environment: Environment = {},
  overrides: Overrides = {},
  known?: CreatedApp,
): Promise<Service> {
  const config = readConfig({
    DATABASE_URL: environment.DATABASE_URL ?? (await newMigratedStore()),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const app = await createApp(config, overrides);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= app.close());
  afterAll(stop);
  const owner = known ?? (await createdOwner(app.ctx));
  const url = await app.listen();
  // A report waits for the click store too, for the same time: on a busy machine, to open it can take longer.
  await app.ctx.clicks?.settle();
  function client(kind?: 'server'): ServerClient;
  function client(kind: Platform): Client;
  function client(kind: TokenKind = 'server'): ServerClient | Client {
    const options = { baseUrl: url, token: owner.tokens[kind], ...PATIENT };
    return kind === 'server' ? createServerClient(options) : createClient(options);
  }
  const request: Service['request'] = async (method, path, options = {}) => {
    const { body, headers } = options;
    const token = 'token' in options ? options.token : owner.tokens.server;
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    return {
      status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  };
  return {
    url,
    owner,
    app,
    request,
    client,
    stop,
    async create(body) {
      const made = await client().create(body as CreateRequest);
      return { address: made.smartlink, code: made.code, status: made.created ? 201 : 200 };
    },
    async apply(setup) {
      const parsed = parseJson(JSON.stringify(setup));
      if ('issue' in parsed) throw new Error(parsed.issue.detail);
      await applySetup(app.ctx, await readApps(parsed.json.value, app.ctx.own()), false);
      await app.catchUp();
    },
  };
}

/** A slow machine can take longer for the migrations of a new database than a start waits. */
async function createdOwner(ctx: Context): Promise<CreatedApp> {
  for (;;) {
    try {
      return await createOwnerApp(ctx, 'shop');
    } catch (error) {
      const isEarly = error instanceof StoreUnavailable && /MIGRAT/.test(error.reason);
      if (!isEarly) throw error;
      await sleep(50);
    }
  }
}

export interface Spawned {
  readonly child: ChildProcess;
  readonly url: string;
  /** All of standard output so far. */
  output(): string;
  /**
   * The content of the file of the first start: tokens and the link to sign in; `""` if nothing was created.
   */
  welcome(): string;
  errors(): string;
  /** Standard error without the warning about links without a destination, which many tests cause, and what a busy machine causes. */
  problems(): string;
  /** Sends a signal and waits for the exit and the rest of the output; returns the exit code, or null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Arguments of Node.js that make standard output a terminal. */
const ON_TERMINAL = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
/** The line in the output of `serve` with the file of the first tokens. */
export const FIRST_START_FILE = /^ {2}(\/.*\/first-start(?:-\d+)?\.txt)$/m;
/** What a first start prints: that line, on a terminal the tokens, without a file the commands to run. */
const FIRST_START = new RegExp(`${FIRST_START_FILE.source}|sl_server_|app create`, 'm');

/**
 * Starts the real service in a separate process, which ends with the tests at the latest. `preload`: a module
 * that runs in it first and can exchange messages with `child`.
 */
export async function spawnService(
  environment: Environment,
  {
    terminal = false,
    preload,
    program = PROGRAM,
    unmigrated = false,
    ...as
  }: {
    readonly uid?: number;
    readonly terminal?: boolean;
    readonly preload?: string;
    /** Another version of the program. */
    readonly program?: string;
    /** A new file of SQLite is left to the service, which listens after two seconds, also if it is still migrating. */
    readonly unmigrated?: boolean;
  } = {},
): Promise<Spawned> {
  const isNew = !unmigrated && (await makeMigratedFile(environment.DATABASE_URL));
  const before = [
    ...(terminal ? ON_TERMINAL : []),
    ...(preload === undefined ? [] : ['--import', preload]),
  ];
  const child = spawn(process.execPath, [...before, program, 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : (['ipc'] as const))],
    // The folder for the file of the first start if the database is on a server.
    cwd: temporaryFolder(),
    ...as,
  }) as ChildProcessByStdio<null, Readable, Readable>;
  afterAll(() => child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /is listening on (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${errors}`)));
  });
  // A process that pauses for two seconds while it checks the migrations listens before it creates the first app.
  const limit = performance.now() + (isNew ? 20_000 : 0);
  while (!FIRST_START.test(output) && performance.now() < limit) await sleep(20);
  return {
    child,
    url,
    output: () => output,
    welcome() {
      const file = FIRST_START_FILE.exec(output)?.[1];
      return file === undefined ? '' : readFileSync(file, 'utf8');
    },
    errors: () => errors,
    problems: () =>
      errors.replace(
        /^.*(?:links without a destination|sign-ins are refused for some time|migrating the database|the migration took).*\n/gm,
        '',
      ),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      // The last lines can be read after the exit. After SIGKILL, processes that it started can keep the output open.
      const ended = once(child, signal === 'SIGKILL' ? 'exit' : 'close');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an operator command in this process. */
export async function smartlink(
  args: readonly string[],
  environment: Environment,
  input = '',
): Promise<Ran> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const streamed = (): Readable => Readable.from([Buffer.from(input)]);
  const terminal = { stdout, stderr, environment, programName: 'smartlink', input: streamed };
  const code = await run(args, terminal);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Collects what is written to it. */
class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs an operator command in a separate process, for what only a process can show. */
export async function smartlinkProcess(
  args: readonly string[],
  environment: Environment,
  input?: string,
): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
