import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof, spawnService, type Spawned } from './harness.ts';
import { offer } from './overload/offer.ts';
import type { Result, Stream } from './overload/offer-process.ts';
import { parseMetrics, sumOf } from './metrics/metrics-text.ts';
import { loadFactor, welcomeOf } from './processes.ts';
import { newMigratedStore } from './store.ts';

/** How long the service is overloaded. */
const OVERLOAD_MS = proof ? 60_000 : 4000;
/**
 * The start that the short form does not count: what arrives until the rate is known is accepted, and is a large
 * part of a few seconds.
 */
const START_MS = proof ? 0 : 1000;
/** How much more is offered than the service can carry. */
const FACTOR = 2;
/** The part of it that must always be accepted; less if other programs use the machine. */
const MODERATE = proof ? 0.6 : 0.2;
/** Connections that measure what it can carry. */
const AT_ONCE = 64;
/** More than the service could serve within its limits. */
const CONNECTIONS = 4000;
/**
 * The time for a response, and until the service is back to normal. A machine or disk that stops for half a second
 * delays more than one of a hundred responses in the few seconds of the short form.
 */
const LIMIT_MS = proof ? 1000 : 2000;
/**
 * The heap limit and the memory of a pod in `deploy/kubernetes`. Garbage is collected later on a faster machine, so
 * the memory is compared with what the service has, not with what it used before.
 */
const NODE_OPTIONS = '--max-old-space-size=700';
const POD_MB = 1024;
/** The part of it that an overload may use. */
const MAX_MEMORY_MB = 0.75 * POD_MB;
/** A time in which the process that sends requests did not run. It is never busy for so long. */
const MACHINE_PAUSE_MS = 300;
const LINKS = 3000;
const TOKEN = 'a-token-of-prometheus';

/** What the service answers to a request that it accepts. */
const ACCEPTED: Readonly<Record<string, number>> = {
  live: 200,
  ready: 200,
  redirect: 302,
  'unknown code': 404,
  search: 200,
  'get link': 200,
  create: 201,
  redeem: 200,
};

/** Without searches: long work gets a small part of each turn of the event loop, so they take longer than others. */
const MIXED = ['get link', 'create', 'redeem', 'unknown code'];

describe('an overloaded service', () => {
  let service: Spawned;
  let server = '';
  let web = '';
  let codes: string[] = [];
  let refused = 0;

  const get = (path: string, token?: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\n${authorization(token)}\r\n`;
  const post = (path: string, token: string, body: object): string => {
    const text = JSON.stringify(body);
    return (
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${authorization(token)}Content-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    );
  };
  const authorization = (token?: string): string =>
    token === undefined ? '' : `Authorization: Token ${token}\r\n`;

  before(async () => {
    service = await spawnService({
      DATABASE_URL: await newMigratedStore(),
      MISSES_PER_MINUTE: '0',
      METRICS_TOKEN: TOKEN,
      NODE_OPTIONS,
    });
    const welcome = await welcomeOf(service);
    server = /sl_server_\w+/.exec(welcome)?.[0] ?? '';
    web = /sl_web_\w+/.exec(welcome)?.[0] ?? '';
    const create = async (_: unknown, i: number): Promise<string> => {
      const response = await fetch(`${service.url}/v2/smartlinks`, {
        method: 'POST',
        headers: { authorization: `Token ${server}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uri: `https://shop.example/${i}`, metadata: { i } }),
      });
      const { smartlink } = (await response.json()) as { smartlink: string };
      return smartlink.split('/').at(-1) ?? '';
    };
    while (codes.length < LINKS)
      codes.push(...(await Promise.all(Array.from({ length: 25 }, create))));
    // From now on they are cached.
    for (const code of codes.slice(0, 20))
      await fetch(`${service.url}/${code}`, { redirect: 'manual' });
  });

  const streams = (): Record<string, Stream> => {
    const all = {
      live: [get('/health/live')],
      ready: [get('/health/ready')],
      redirect: codes.slice(0, 20).map((code) => get(`/${code}`)),
      'unknown code': Array.from({ length: 500 }, (_, i) =>
        get(`/BCDF${String(i).padStart(4, '2').replace(/[01]/g, 'Z')}`),
      ),
      search: [get('/manage/v1/smartlinks?q=nowhere&limit=100', server)],
      'get link': codes.slice(0, 500).map((code) => get(`/manage/v1/smartlinks/${code}`, server)),
      // Large ones, so that a test needs fewer of them.
      create: Array.from({ length: 20 }, (_, i) =>
        post('/v2/smartlinks', server, { uri: `p/${i}`, metadata: { text: 'x'.repeat(8000) } }),
      ),
      redeem: Array.from({ length: 5000 }, (_, i) =>
        post('/client/v1/redemptions', web, {
          smartlink: codes[i % 500],
          redemption_id: randomUUID(),
        }),
      ),
    };
    return Object.fromEntries(
      Object.entries(all).map(([name, requests]) => [name, { name, requests }]),
    );
  };

  const send = (sent: readonly Stream[], milliseconds: number, connections: number, startMs = 0) =>
    offer({ url: service.url, streams: sent, milliseconds, connections, startMs });

  /** Requests per second that the service can carry of these streams, each with the same share of connections. */
  async function capacityOf(names: readonly string[]): Promise<Record<string, number>> {
    const all = streams();
    const atOnce = Math.floor(AT_ONCE / names.length);
    const measured = names.map((name) => ({ ...(all[name] as Stream), atOnce }));
    const ms = proof ? 5000 : 1000;
    const results = await send(measured, ms, AT_ONCE).results;
    return Object.fromEntries(
      names.map((name) => {
        const accepted = countOf(results[name], ACCEPTED[name]);
        assert.ok(accepted > 0, `${name}: ${lineOf(results[name] as Result)}`);
        return [name, accepted / (ms / 1000)];
      }),
    );
  }

  /** What must always be answered, in a process of its own. */
  const witnesses = (): Stream[] => {
    const { live, ready, redirect } = streams() as Record<'live' | 'ready' | 'redirect', Stream>;
    return [
      { ...live, rate: 20 },
      { ...ready, rate: 2 },
      { ...redirect, rate: 100 },
    ];
  };

  async function overload(t: TestContext, names: readonly string[]): Promise<void> {
    const capacity = await capacityOf(names);
    const all = streams();
    const offered = names.map((name) => ({
      ...(all[name] as Stream),
      rate: FACTOR * (capacity[name] ?? 0),
    }));
    const memory = watchMemory(service.child.pid ?? 0);
    const witnessed = send(witnesses(), OVERLOAD_MS, 200);
    const load = send(offered, OVERLOAD_MS, CONNECTIONS, START_MS);
    await load.over;
    const recovery = recoveryOf(names);
    const results = await load.results;
    const seen = await witnessed.results;
    for (const [name, result] of Object.entries({ ...results, ...seen })) {
      t.diagnostic(`${name}, ${FACTOR} × ${(capacity[name] ?? 0).toFixed(0)}/s: ${lineOf(result)}`);
    }
    const usedMb = memory.end();
    t.diagnostic(`memory: at most ${usedMb} MB`);
    t.diagnostic(`back to normal after ${(await recovery).toFixed(0)} ms`);

    for (const name of names) {
      const result = results[name] as Result;
      const ok = ACCEPTED[name] as number;
      const statuses = Object.keys(result.byStatus).map(Number);
      assert.deepEqual(
        statuses.filter((status) => status !== ok && status !== 503),
        [],
        name,
      );
      const { p99Ms = 0 } = result.byStatus[ok] ?? {};
      assert.ok(p99Ms <= LIMIT_MS * loadFactor(), `${name}: accepted requests took ${p99Ms} ms`);
      const { p99Ms: refusedMs = 0, count = 0 } = result.byStatus[503] ?? {};
      refused += count;
      assert.ok(refusedMs <= LIMIT_MS * loadFactor(), `${name}: refusals took ${refusedMs} ms`);
      if (count > 0) {
        assert.match(result.refusal, /^retry-after: [1-9]\d*\r$/im);
        const type = name === 'unknown code' ? 'text/html' : 'application/problem\\+json';
        assert.match(result.refusal, new RegExp(`^content-type: ${type}`, 'im'));
      }
    }
    for (const name of ['live', 'ready', 'redirect']) {
      const { byStatus, sent } = seen[name] as Result;
      assert.deepEqual(Object.keys(byStatus).map(Number), [ACCEPTED[name]], name);
      assert.equal(countOf(seen[name], ACCEPTED[name]), sent);
      const { p99Ms = 0 } = byStatus[ACCEPTED[name] as number] ?? {};
      assert.ok(p99Ms <= LIMIT_MS * loadFactor(), `${name} took ${p99Ms} ms`);
    }
    assert.ok(usedMb <= MAX_MEMORY_MB, `${usedMb} MB of memory`);
    const backAfter = await recovery;
    assert.ok(backAfter <= LIMIT_MS * loadFactor(), `back to normal after ${backAfter} ms`);
  }

  it(`offered ${MODERATE} of its capacity: refuses nothing, and no visit because of short pauses`, async (t) => {
    const capacity = await capacityOf(MIXED);
    const offered = MIXED.map((name) => ({
      ...(streams()[name] as Stream),
      rate: MODERATE * (capacity[name] ?? 0),
    }));
    const resultsOf = async (pauseMs: number) => {
      const load = send(offered, OVERLOAD_MS, CONNECTIONS);
      const over = load.over.then(() => true);
      while (!(await Promise.race([over, sleep(1000)]))) {
        if (pauseMs === 0) continue;
        service.child.kill('SIGSTOP');
        await sleep(pauseMs);
        service.child.kill('SIGCONT');
      }
      return load.results;
    };
    for (const pauseMs of [0, 150]) {
      let results = await resultsOf(pauseMs);
      for (let tries = 1; tries < 3 && hasPaused(results); tries++) {
        t.diagnostic('repeated: the machine has paused');
        results = await resultsOf(pauseMs);
      }
      for (const [name, result] of Object.entries(results)) {
        t.diagnostic(`${name}, with pauses of ${pauseMs} ms: ${lineOf(result)}`);
        if (pauseMs > 0 && name !== 'unknown code') continue;
        assert.equal(countOf(result, ACCEPTED[name]), result.sent, `${name}: ${lineOf(result)}`);
      }
    }
  });

  /** Milliseconds until the first of five rounds in which every kind of request is accepted. */
  async function recoveryOf(names: readonly string[]): Promise<number> {
    const began = performance.now();
    let since: number | undefined;
    for (let rounds = 0; rounds < 5;) {
      const asked = performance.now();
      const probes = names.map((name) => ({ ...(streams()[name] as Stream), atOnce: 1 }));
      const results = await send(probes, 1, probes.length).results;
      const accepted = names.every((name) => countOf(results[name], 503) === 0);
      since = accepted ? (since ?? asked - began) : undefined;
      rounds = accepted ? rounds + 1 : 0;
      assert.ok(performance.now() - began < 30_000, 'no recovery in 30 s');
    }
    return since ?? 0;
  }

  const alone = [['search'], ['get link'], ['create'], ['unknown code']];
  for (const names of [...(proof ? alone : [['create']]), MIXED]) {
    it(`offered ${FACTOR} times its capacity of ${names.join(', ')}: answers in time, or refuses`, async (t) => {
      await overload(t, names);
    });
  }

  it('counts what it refuses', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
    const counted = sumOf(parseMetrics(text), 'smartlink_requests_refused_total');
    assert.ok(refused > 0);
    // Also what the measurements before and after were refused.
    assert.ok(counted >= refused, `${counted} of ${refused}`);
  });
});

/** Whether the machine itself has stopped for so long that what arrived meanwhile is an overload. */
function hasPaused(results: Readonly<Record<string, Result>>): boolean {
  return Object.values(results).some(({ longestPauseMs }) => longestPauseMs > MACHINE_PAUSE_MS);
}

function countOf(result: Result | undefined, status = 0): number {
  return result?.byStatus[status]?.count ?? 0;
}

function lineOf({ byStatus, seconds, unsent }: Result): string {
  const responses = Object.entries(byStatus)
    .map(
      ([status, { count, p50Ms, p99Ms, maxMs }]) =>
        `${status}: ${(count / seconds).toFixed(0)}/s, p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)}, max ${maxMs.toFixed(0)} ms`,
    )
    .join('; ');
  return unsent > 0 ? `${responses}; ${unsent} not sent` : responses;
}

/** Watches the memory of a process; `end` returns the largest value in MB. */
function watchMemory(pid: number): { end(): number } {
  const now = (): number => {
    if (process.platform !== 'linux') return 0;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  };
  let most = now();
  const timer = setInterval(() => (most = Math.max(most, now())), 200);
  return {
    end() {
      clearInterval(timer);
      return Math.round(most);
    },
  };
}
