import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RETRY_AFTER_SECONDS } from '../src/http/problem-reply.ts';
import { openReader } from '../src/storage/sqlite/driver.ts';
import { smartlink, spawnService, type Spawned } from './harness.ts';
import { eventually } from './processes.ts';
import { openDatabaseReader, newMigratedStore } from './store.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The connection ended before the response, so the request may or may not have succeeded. */
export class Unanswered extends Error {}

/** Much longer than the service may wait for the database, because a busy machine reads responses late. */
const RESPONSE_TIMEOUT_MS = 120_000;
const CONNECTIONS = 64;
const MAX_ATTEMPTS = 100;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A connection with pipelining: requests are sent at once, responses arrive in order. */
class PipelinedConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    // One character per byte, because content-length counts bytes.
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#end(new Unanswered('the connection ended')));
    this.#socket.setTimeout(RESPONSE_TIMEOUT_MS, () =>
      this.#end(new Error(`no response within ${RESPONSE_TIMEOUT_MS} ms`)),
    );
  }

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Unanswered('the connection is closed'));
      this.#waiting.push({ resolve, reject });
      this.#socket.write(request);
    });
  }

  #read(chunk: string): void {
    this.#received += chunk;
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1];
      const end = head + 4 + Number(length);
      if (this.#received.length < end) return;
      const text = Buffer.from(this.#received.slice(head + 4, end), 'latin1').toString();
      this.#waiting.shift()?.resolve({ status: Number(this.#received.slice(9, 12)), text });
      this.#received = this.#received.slice(end);
    }
  }

  #end(error: Error): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
    this.#socket.destroy();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Whether the service refused the request because too many were waiting. It has not started it. */
export function isRefusal({ status, text }: Reply): boolean {
  return status === 503 && text.includes('"code":"overloaded"');
}

/** A process of the service with its connections. */
class Server {
  readonly #service: Spawned;
  readonly #connections: readonly PipelinedConnection[];
  #next = 0;

  constructor(service: Spawned) {
    this.#service = service;
    this.#connections = Array.from(
      { length: CONNECTIONS },
      () => new PipelinedConnection(service.url),
    );
  }

  /**
   * Sends a request; throws with the error output of the service if the status is 500 or higher, unless the
   * service refuses the request because it is overloaded.
   */
  async send(request: string): Promise<Reply> {
    const reply = await (this.#connections[this.#next++ % CONNECTIONS] as PipelinedConnection).send(
      request,
    );
    assert.ok(reply.status < 500 || isRefusal(reply), `${reply.text}\n${this.#service.errors()}`);
    return reply;
  }

  async kill(): Promise<void> {
    await this.#service.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    assert.equal(await this.#service.stop(), 0, this.#service.errors());
  }
}

/** A link to redeem, and its expected responses. */
export interface RedeemableLink {
  readonly code: string;
  readonly limit: number | null;
  /** The complete response to the grant with the count `redemptions`. */
  answer(redemptions: number): string;
}

interface Tokens {
  readonly server: string;
  readonly platform: string;
}

/** Processes of the service with one database. */
export class Fleet {
  readonly url: string;
  readonly #servers: Server[];
  readonly #tokens: Tokens;
  #unanswered = 0;
  #createdLinks = 0;

  private constructor(url: string, servers: Server[], tokens: Tokens) {
    this.url = url;
    this.#servers = servers;
    this.#tokens = tokens;
  }

  /** Starts on a new database. */
  static async start(processes: number): Promise<Fleet> {
    const url = await newMigratedStore();
    const services = await Promise.all(Array.from({ length: processes }, () => started(url)));
    let server = '';
    await eventually('the first app', () => {
      [server = ''] = services.flatMap((service) => /sl_server_\w+/.exec(service.welcome()) ?? []);
      return server !== '';
    });
    const args = ['token', 'create', '--app', 'my-app', '--platform', 'web', '--json'];
    const made = await smartlink(args, { DATABASE_URL: url });
    assert.equal(made.code, 0, made.stderr);
    const { token: platform } = JSON.parse(made.stdout) as { token: string };
    return new Fleet(
      url,
      services.map((service) => new Server(service)),
      { server, platform },
    );
  }

  /** Starts one process with the same tokens on another file, such as a copy of this database. */
  async startOn(store: string): Promise<Fleet> {
    const url = `sqlite:${store}`;
    return new Fleet(url, [new Server(await started(url))], this.#tokens);
  }

  /** The file of the database. */
  get store(): string {
    return this.url.replace(/^sqlite:/, '');
  }

  get size(): number {
    return this.#servers.length;
  }

  /** The number of requests without a response so far. */
  get unanswered(): number {
    return this.#unanswered;
  }

  async create(limit: number | null): Promise<RedeemableLink> {
    // Not the format of JSON.stringify, so that the test detects a response that was serialized
    // again.
    const metadata = `{"coupon":"TOP-SECRET-${this.#createdLinks++}","worth":10.50,"für":"\\u0064ich"}`;
    const limited = limit === null ? '' : `,"redeem_limit":${limit}`;
    const body = `{"uri":"products/1","metadata":${metadata}${limited}}`;
    const { status, text } = await this.#withRetries(0, () =>
      this.manage(0, 'POST', '/v2/smartlinks', body),
    );
    assert.equal(status, 201, text);
    const { smartlink: address } = JSON.parse(text) as { smartlink: string };
    const code = address.split('/').at(-1) ?? '';
    const rest = `"redeem_limit":${limit ?? 'null'}}`;
    return {
      code,
      limit,
      answer: (redemptions) =>
        `{"code":"${code}","metadata":${metadata},"redemptions":${redemptions},${rest}`,
    };
  }

  /** Redeems once. Rejects with `Unanswered` if the process ended before it responded. */
  redeem(process: number, { code }: RedeemableLink, id: string): Promise<Reply> {
    const body = `{"smartlink":"${code}","redemption_id":"${id}"}`;
    return this.#send(process, 'POST', '/client/v1/redemptions', this.#tokens.platform, body);
  }

  redeemWithRetries(process: number, redeemable: RedeemableLink, id: string): Promise<Reply> {
    return this.#withRetries(process, (current) => this.redeem(current, redeemable, id));
  }

  /** Creates a link with `unique` or with a key, so that a retry is safe. */
  createWithRetries(process: number, body: object, key?: string): Promise<Reply> {
    const { server } = this.#tokens;
    const text = JSON.stringify(body);
    return this.#withRetries(process, (current) =>
      this.#send(current, 'POST', '/v2/smartlinks', server, text, key),
    );
  }

  /** Retries with the next process until there is a response and no refusal, as a client should. */
  async #withRetries(process: number, send: (process: number) => Promise<Reply>): Promise<Reply> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        const reply = await send(process + attempt);
        if (!isRefusal(reply)) return reply;
        await sleep(1000 * RETRY_AFTER_SECONDS * (1 + Math.random()));
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        this.#unanswered++;
        await sleep(10);
      }
    }
    throw new Error(`no response after ${MAX_ATTEMPTS} attempts`);
  }

  /** A request with the server token that can be sent again, because a refused one was not started. */
  manageWithRetries(process: number, method: string, path: string, body?: string): Promise<Reply> {
    return this.#withRetries(process, (current) => this.manage(current, method, path, body));
  }

  /** A request with the server token. */
  manage(process: number, method: string, path: string, body?: string): Promise<Reply> {
    return this.#send(process, method, path, this.#tokens.server, body);
  }

  #send(
    process: number,
    method: string,
    path: string,
    token: string,
    body = '',
    key?: string,
  ): Promise<Reply> {
    const type = body === '' ? '' : 'Content-Type: application/json\r\n';
    const once = key === undefined ? '' : `Idempotency-Key: ${key}\r\n`;
    return (this.#servers[process % this.size] as Server).send(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${token}\r\n` +
        `${once}${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  kill(process: number): Promise<void> {
    return (this.#servers[process] as Server).kill();
  }

  async killAndStart(process: number): Promise<void> {
    await this.kill(process);
    this.#servers[process] = new Server(await started(this.url));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

function started(url: string): Promise<Spawned> {
  return spawnService({ DATABASE_URL: url });
}

export interface Granted {
  readonly id: string;
  readonly redemptions: number;
  readonly redeem_limit: number | null;
  readonly given_back_at: number | null;
}

interface Counted {
  readonly onLink: number;
  readonly standing: number;
}

/** Reads redemptions directly from the database. */
export interface Ledger {
  /** All grants of a link, oldest first. */
  ledger(redeemable: RedeemableLink): Promise<Granted[]>;
  /** The count of the link and the grants that were not given back, in one query. */
  counted(redeemable: RedeemableLink): Promise<Counted>;
  damage(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Reads the file synchronously, because the state changes quickly. */
export interface FileLedger {
  /** The newest entry of the ledger, of any link. */
  lastEntry(): number;
  ledger(redeemable: RedeemableLink): Granted[];
  counted(redeemable: RedeemableLink): Counted;
  /** Returns `ok` or a description of the damage. */
  integrity(): string;
  close(): void;
}

const LEDGER = `select id, redemptions, redeem_limit, given_back_at from redemptions
  where code = ? order by seq`;
const COUNTED = `select l.redemptions as "onLink", (select count(*) from redemptions r
  where r.code = l.code and r.given_back_at is null) as standing from links l where l.code = ?`;

export function openLedger(url: string): Ledger {
  const store = openDatabaseReader(url);
  return {
    ledger: ({ code }) => store.rows<Granted>(LEDGER, [code]),
    counted: async ({ code }) => {
      const [counted] = await store.rows<Counted>(COUNTED, [code]);
      return counted ?? assert.fail('the link does not exist');
    },
    damage: () => store.damage(),
    close: () => store.close(),
  };
}

export function openFileLedger(store: string): FileLedger {
  const reader = openReader(store);
  const last = reader.prepare('select max(seq) as seq from redemptions');
  const ledger = reader.prepare(LEDGER);
  const counted = reader.prepare(COUNTED);
  return {
    lastEntry: () => (last.get() as { seq: number | null }).seq ?? 0,
    ledger: ({ code }) => ledger.all(code) as Granted[],
    counted: ({ code }) => {
      const { onLink, standing } = counted.get(code) as { onLink: number; standing: number };
      return { onLink, standing };
    },
    integrity() {
      const rows = reader.prepare('pragma integrity_check').all();
      return (rows as { integrity_check: string }[]).map((row) => row.integrity_check).join('\n');
    },
    close: () => reader.close(),
  };
}

/** The numbers from 1 to `last`. */
export function oneTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}
