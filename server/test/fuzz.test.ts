import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { MAX_BODY_BYTES } from '../src/http/json-body.ts';
import { responseIssue, linkIssue, readBody } from './fuzz/checks.ts';
import { inParallel, openClient, type Client, type Got, type Sent } from './fuzz/client.ts';
import { Contract, type ApiDocument } from './fuzz/contract.ts';
import { openSharedApp } from './fuzz/people.ts';
import { Random } from './fuzz/random.ts';
import { Requests, type Case } from './fuzz/requests.ts';
import { codeOf, CREATE } from './fuzz/target.ts';
import { proof, smartlink, spawnService } from './harness.ts';
import { ENGINE, newStore } from './store.ts';

const REQUESTS = {
  sqlite: proof ? 1_000_000 : 12_000,
  postgres: proof ? 200_000 : 4000,
}[ENGINE];
const MAX_MEGABYTES = 600;
/** Without a limit, garbage is collected later the more memory a machine has; what is in use must fit into this. */
const NODE_OPTIONS = '--max-old-space-size=256';

/** An app with everything that routes can be built from. */
const SETUP = {
  apps: [
    {
      name: 'shop',
      platforms: {
        web: { base: 'https://shop.example' },
        iphone: { base: 'com.shop.app://x', fallback: 'https://apps.apple.com/app/id1' },
        android: { base: 'com.shop.app://x/', fallback: 'https://shop.example/get' },
      },
      // `own` has its own tests; here all kinds of tokens send any address.
      platform_tokens: { create: 'any' },
      templates: [
        {
          name: 'product',
          pattern: 'products/:id',
          routes: {
            web: { link: 'https://shop.example/p/:id' },
            iphone: { link: 'com.shop.app://product/:id', fallback: '@web' },
          },
        },
        {
          name: 'files',
          pattern: 'files/*rest',
          routes: {
            android: { link: 'com.shop.app://f/*rest', fallback: 'https://shop.example/' },
          },
        },
      ],
    },
  ],
};

/** Creates an app; returns its tokens: first the server token, then one for each platform. */
async function newApp(name: string, environment: Record<string, string>): Promise<string[]> {
  const made = await smartlink(['app', 'create', '--name', name, '--json'], environment);
  assert.equal(made.code, 0, made.stderr);
  const { tokens } = JSON.parse(made.stdout) as { tokens: Record<string, string> };
  return [tokens.server ?? '', ...Object.values(tokens)];
}

/** Returns the memory that a process uses, in megabytes. */
function megabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(stdout) / 1024;
  }
}

/** Returns the complete request as text that reproduces it. */
function formatRequest({ method, path, headers, body }: Sent): string {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return JSON.stringify({ method, path, headers, base64: bytes?.toString('base64') });
}

/**
 * Sends a request, and sends it again if the response is lost. If a body is too large, the service
 * closes the connection early, and then the client may not receive the response.
 */
async function sendUntilDelivered(client: Client, sent: Sent): Promise<Got> {
  for (let tries = 1; ; tries++) {
    try {
      return await client.send(sent);
    } catch (error) {
      const closed = ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
      const tooLarge = Buffer.byteLength(sent.body ?? '') > MAX_BODY_BYTES;
      if (!closed || !tooLarge || tries === 3) throw error;
    }
  }
}

/** The codes of the latest links, for later requests, and the request that created each link. */
class Links {
  readonly codes: string[] = [];
  readonly #made = new Map<string, Sent>();
  count = 0;

  add(code: string, sent: Sent): void {
    const place = this.count++ % 5000;
    this.#made.delete(this.codes[place] ?? '');
    this.codes[place] = code;
    this.#made.set(code, sent);
  }

  /** Returns the request that created the link in `path`. */
  creationOf(path: string): string {
    const code = path.split(/[/?#]/).find((part) => this.#made.has(part));
    const sent = this.#made.get(code ?? '');
    return sent ? `\nThe link was created by ${formatRequest(sent)}` : '';
  }
}

test(`${REQUESTS.toLocaleString('en')} random requests get only correct responses`, async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`FUZZ_SEED=${seed}`);
  if (proof) process.stderr.write(`FUZZ_SEED=${seed}\n`);
  const environment = { DATABASE_URL: await newStore() };
  const tokens = [await newApp('plain', environment), await newApp('shop', environment)];
  const [managementToken = ''] = await newApp('desk', environment);
  await newApp('club', environment);
  const invite = ['member', 'invite', 'owner@club.example', '--app', 'club', '--role', 'owner'];
  const invited = await smartlink([...invite, '--json'], environment);
  const applied = await smartlink(['apply', '-'], environment, JSON.stringify(SETUP));
  assert.equal(applied.code, 0, applied.stderr);
  const service = await spawnService({
    ...environment,
    NODE_OPTIONS,
    CACHE_MEGABYTES: '64',
    MISSES_PER_MINUTE: '0',
    PLATFORM_CREATES_PER_MINUTE: '0',
    PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: '0',
  });
  const client = openClient(service.url, 32);
  after(() => client.close());
  const answer = await client.send({ method: 'GET', path: '/openapi.json', headers: {} });
  const contract = new Contract(JSON.parse(answer.text) as ApiDocument);
  const links = new Links();
  const sharedApp = await openSharedApp(client, 'club', JSON.parse(invited.stdout).address);
  const { document } = contract;
  const requests = new Requests(
    document,
    seed,
    tokens.flat(),
    links.codes,
    managementToken,
    sharedApp,
  );

  let count = 0;
  const statuses = new Map<number, number>();
  /** By app, kind of token and URI: the code that `unique` must return. */
  const unique = new Map<string, string>();
  let peak = 0;
  const pid = service.child.pid ?? 0;
  const memory = setInterval(() => (peak = Math.max(peak, megabytes(pid))), 250).unref();

  /** Sends a request and checks the response. A failed request is reported completely. */
  const send = async (one: Case, index: number): Promise<Got> => {
    const where = (): string =>
      `FUZZ_SEED=${seed}, request ${index}: ${formatRequest(one.sent)}${links.creationOf(one.sent.path)}`;
    const got = await sendUntilDelivered(client, one.sent).catch((error: unknown) => {
      const end = service.child.exitCode ?? service.child.signalCode ?? 'alive';
      throw new Error(`${String(error)}; the service is ${end}\n${where()}`, { cause: error });
    });
    count++;
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
    const issue = responseIssue(contract, service.url, one, got);
    if (issue === undefined) return got;
    const answered = `${got.status} ${JSON.stringify(got.headers)}\n${got.text.slice(0, 4000)}`;
    assert.fail(`${issue}\n${where()}\n${answered}`);
  };

  /** An accepted link exists at once, only in its app, and has only permitted destinations. */
  const follow = async (index: number, sent: Sent, got: Got): Promise<void> => {
    const code = codeOf(got);
    links.add(code, sent);
    const where = `FUZZ_SEED=${seed}, request ${index}: ${formatRequest(sent)}`;
    const sender = String(sent.headers.authorization).split(' ')[1] ?? '';
    for (const own of tokens) {
      const owner = own.includes(sender);
      const headers = { authorization: `Token ${own[0]}` };
      const retrieve = { method: 'GET', path: `/v2/smartlinks/${code}`, headers };
      const seen = await send({ sent: retrieve }, index);
      assert.equal(seen.status, owner ? 200 : 404, where);
      if (!owner) continue;
      const issue = linkIssue(seen, code);
      assert.equal(issue, undefined, `${issue}\n${where}`);
      if (index % 8 > 0) continue;
      const known = { ...headers, 'if-none-match': seen.headers.etag ?? '' };
      const again = await send({ sent: { ...retrieve, headers: known } }, index);
      assert.equal(again.status, 304, where);
    }
    const body = readBody(sent) as { uri: string; unique?: boolean };
    const app = tokens.findIndex((own) => own.includes(sender));
    const key = `${app} ${sender.startsWith('sl_server_')} ${body.uri}`;
    if (body.unique !== true) assert.equal(got.status, 201, where);
    else assert.equal(unique.get(key) ?? code, code, `a second unique link\n${where}`);
    if (body.unique === true) unique.set(key, code);
  };

  const began = performance.now();
  let told = 0;
  await inParallel(REQUESTS, 64, async (index) => {
    // Requests for accepted links count too, so the last indexes may not be needed.
    if (count >= REQUESTS) return;
    const one = requests.make(new Random(seed, index));
    const got = await send(one, index);
    const create = one.sent.method === 'POST' && contract.template(one.sent.path) === CREATE;
    if (create && got.status < 300) await follow(index, one.sent, got);
    if (proof && count >= told + 50_000) {
      told = count;
      process.stderr.write(`${count} requests, ${links.count} links, ${Math.round(peak)} MB\n`);
    }
  });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(memory);
  const table = [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  t.diagnostic(
    `${count} requests in ${seconds.toFixed(1)} s, ${links.count} links; ${table.join(', ')}`,
  );
  t.diagnostic(
    `slowest answer ${Math.round(client.slowest())} ms, memory at most ${Math.round(peak)} MB`,
  );
  // Some occur only a few times in ten thousand requests, so a short run may have none.
  const rare = REQUESTS < 10_000 ? [] : [409, 410, 412, 413];
  for (const status of [200, 201, 302, 304, 400, 401, 403, 404, 405, 415, 422, ...rare]) {
    assert.ok(statuses.has(status), `no response had the status ${status}`);
  }
  assert.ok(peak > 0 && peak < MAX_MEGABYTES, `${peak} MB`);
  assert.equal(await service.stop(), 0);
  assert.equal(service.problems(), '');
});
