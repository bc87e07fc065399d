import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client, type Fetch } from '@smartlink/client';
import { createServerClient, type ServerClient } from '@smartlink/client/server';
import { afterAll, smartlink, spawnService } from '../harness.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually, loadFactor, welcomeOf } from '../processes.ts';
import { oneTo } from '../redeemers.ts';
import { compare, ledgerOf } from './acknowledged.ts';

/** Many workers, because most of them wait for a retry while the database is unavailable. */
const WORKERS = Array.from({ length: 12 }, (_, i) => i);
const CACHED_LINKS = 20;
const METRICS_TOKEN = 'a-token-of-prometheus';
/** The number of URIs that all workers create again and again. */
const SHARED = 50;
/** No worker stops early: `recovered` checks whether the service recovers in time. */
const GIVE_UP_AFTER_MS = 1_800_000;
/** The time for which cached links open without the database. */
const RECOVERY_MS = 60_000;
/** The permitted statuses while the database is unavailable. */
const ANSWERS = new Set([200, 201, 409, 503]);

/** Instances of the service on one database, under load until `end`. */
export interface Load {
  /** Redeems a link this often within half a second; returns the granted counts. */
  redeem(code: string, times: number): Promise<number[]>;
  limited(redeemLimit: number): Promise<string>;
  /** Creates a link on each instance with retries; returns how long each instance took, in ms. */
  recovered(name: string): Promise<number[]>;
  /** Ends the load and compares what was acknowledged with what is stored; returns the figures. */
  end(): Promise<string>;
}

export async function loadOn(databaseUrl: string, instances: number, limit: number): Promise<Load> {
  const environment = { DATABASE_URL: databaseUrl, METRICS_TOKEN };
  // On a busy machine, the service would otherwise start before its migration has ended.
  await smartlink(['migrate'], environment);
  const services = await Promise.all(
    Array.from({ length: instances }, () => spawnService(environment)),
  );
  const output = await welcomeOf(...services);
  const [server = ''] = /sl_server_\w+/.exec(output) ?? [];
  const [web = ''] = /sl_web_\w+/.exec(output) ?? [];
  const at = (i: number): string => services[i % instances]?.url ?? '';
  const unexpected: string[] = [];
  let over = false;
  let isAbandoned = false;
  // After a failed test, the clients would repeat their requests for half an hour.
  afterAll(() => {
    over = isAbandoned = true;
  });
  for (const service of services) {
    service.child.once('exit', (code) => {
      if (!over) unexpected.push(`the service ended, ${code}: ${service.errors()}`);
      over = true;
    });
  }
  const send: Fetch = async (url, request) => {
    if (isAbandoned) return new Response(null, { status: 410 });
    const answer = await fetch(url, request);
    if (!ANSWERS.has(answer.status)) unexpected.push(`${answer.status} ${url}`);
    return answer;
  };
  const options = (i: number) => ({ baseUrl: at(i), giveUpAfterMs: GIVE_UP_AFTER_MS, fetch: send });
  const client = (i: number): ServerClient => createServerClient({ ...options(i), token: server });
  const app = (i: number): Client => createClient({ ...options(i), token: web });
  /** Returns the granted count, or undefined if the limit is reached. */
  const redeemOnce = (i: number, code: string): Promise<number | undefined> =>
    app(i)
      .redeem(code)
      .then(
        ({ redemptions }) => redemptions,
        (error: { code: string }) => {
          if (error.code !== 'redeem_limit_reached') throw error;
          return undefined;
        },
      );

  const limited = async (redeemLimit: number): Promise<string> =>
    (await client(0).create({ uri: 'https://shop.example/', redeemLimit })).code;
  const limitedCode = await limited(limit);
  const known = await Promise.all(
    Array.from({ length: CACHED_LINKS }, async (_, i) => {
      const uri = `https://shop.example/known/${i}`;
      return { uri, code: (await client(i).create({ uri })).code };
    }),
  );
  const visit = async (i: number, { code, uri }: { code: string; uri: string }): Promise<void> => {
    const { status, headers } = await fetch(`${at(i)}/${code}`, { redirect: 'manual' });
    const location = headers.get('location');
    if (status !== 302 || location !== uri) unexpected.push(`${status} ${location} for ${uri}`);
  };
  // What an instance reads while it hears of the new app is not cached.
  const hits = async (i: number): Promise<number> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const samples = parseMetrics(await (await fetch(`${at(i)}/metrics`, { headers })).text());
    return sumOf(samples, 'smartlink_cache_requests_total', { cache: 'visits', result: 'hit' });
  };
  for (let i = 0; i < instances; i++) {
    await eventually('each known link is cached', async () => {
      const earlier = await hits(i);
      await Promise.all(known.map((link) => visit(i, link)));
      return (await hits(i)) === earlier + CACHED_LINKS;
    });
  }

  const isRunning = (): boolean => !over;
  const made: { readonly uri: string; readonly code: string }[] = [];
  const found: { readonly uri: string; readonly code: string }[] = [];
  const granted: number[] = [];
  let visits = 0;
  const creating = WORKERS.map(async (worker) => {
    for (let n = 0; isRunning(); n++) {
      const uri = `p/${worker}/${n}`;
      made.push({ uri, code: (await client(worker).create({ uri })).code });
      const shared = `u/${n % SHARED}`;
      const { code } = await client(worker + 1).create({ uri: shared, unique: true });
      found.push({ uri: shared, code });
      await sleep(50);
    }
  });
  const redeeming = WORKERS.map(async (worker) => {
    while (isRunning()) {
      const count = await redeemOnce(worker, limitedCode);
      if (count === undefined) return;
      granted.push(count);
      await sleep(400);
    }
  });
  const visiting = services.map(async (_, i) => {
    for (; isRunning(); visits++) {
      await visit(i, known[visits % CACHED_LINKS] as (typeof known)[number]);
      await sleep(2);
    }
  });
  const done = Promise.all([...creating, ...redeeming, ...visiting]);
  // `end` rejects with the same error. Without this handler, the error would be an unhandled
  // rejection before `end` is called.
  done.catch(() => (over = true));

  const redeem = async (code: string, times: number): Promise<number[]> => {
    const counts = await Promise.all(
      Array.from({ length: times }, async (_, i) => {
        await sleep(Math.random() * 500);
        return redeemOnce(i, code);
      }),
    );
    return counts.filter((count) => count !== undefined).toSorted((a, b) => a - b);
  };
  return {
    limited,
    redeem,
    recovered(name) {
      const from = performance.now();
      const asked = services.map(async (_, i) => {
        for (;;) {
          const response = await fetch(`${at(i)}/v2/smartlinks`, {
            method: 'POST',
            headers: { authorization: `Token ${server}`, 'content-type': 'application/json' },
            body: JSON.stringify({ uri: `${name}/${i}`, unique: true }),
          });
          await response.arrayBuffer();
          const took = performance.now() - from;
          if (response.ok) return took;
          const mostMs = RECOVERY_MS * loadFactor();
          if (took > mostMs) throw new Error(`no recovery within ${mostMs} ms`);
          await sleep(100);
        }
      });
      return Promise.all(asked);
    },
    async end() {
      over = true;
      await done;
      const underLoad = granted.length;
      granted.push(...(await redeem(limitedCode, limit - underLoad + 10)));
      assert.deepEqual(unexpected, []);
      await compare(databaseUrl, { made, found });
      assert.deepEqual(
        granted.toSorted((a, b) => a - b),
        oneTo(limit),
        'each was granted once',
      );
      assert.deepEqual(await ledgerOf(databaseUrl, limitedCode), oneTo(limit));
      for (const service of services) assert.equal(await service.stop(), 0, service.errors());
      return `${made.length} links and ${found.length} unique creates acknowledged, ${underLoad} redemptions under load of a limit of ${limit}, ${visits} visits: nothing lost, none failed`;
    },
  };
}
