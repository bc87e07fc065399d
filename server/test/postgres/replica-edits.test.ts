import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, proof, smartlink, spawnService } from '../harness.ts';
import { parseMetrics, sumOf, type Sample } from '../metrics/metrics-text.ts';
import { loadFactor } from '../processes.ts';
import { ownServer } from './own-server.ts';
import { missingForStandbys, standbyOf } from './standbys.ts';

// Links are changed and opened on three instances while both replicas lag. Each redirect has the number of the change
// that it shows, so that its age is known.

const INSTANCES = 3;
const EDITS = proof ? 100_000 : 500;
const LINKS = proof ? 5000 : 500;
/** Each changes the links of an app of its own: changes of one app wait for each other. */
const WORKERS = 4;
/** A request changes at most this many links. */
const EDITS_AT_ONCE = proof ? 50 : 10;
/** The time between two requests of a worker. */
const PAUSE_MS = proof ? 2 : 60;
/** More links than the smallest cache has, so that many visits read the database. */
const CACHE_MEGABYTES = '1';
const MAX_AGE_SECONDS = 5;
const DELAYS = ['1s', '3s'];
const METRICS_TOKEN = 'a-token-of-prometheus';
/** The replicas are read only after a mark of each instance has reached them, later on a busy machine. */
const [LEAST_MS, MOST_MS] = [8000, 60_000];
const LINKS_PER_REQUEST = 500;
/** What is tested is not whether commits survive a power failure. */
const FAST = { fsync: 'off' };

interface EditedLink {
  readonly code: string;
  /** When the response to each change arrived. */
  readonly changedAt: number[];
  /** The last change that each instance has confirmed. */
  readonly confirmed: number[];
}

const missing = await missingForStandbys();
const title = `${EDITS} changes while visits run against ${INSTANCES} instances and two lagging replicas`;
test(
  `${title}: no visit sees what is older than the bound`,
  { skip: missing ?? false },
  async (t) => {
    const primary = await ownServer({ settings: FAST });
    const standbys = await Promise.all(
      DELAYS.map((delay) => standbyOf(primary, { ...FAST, recovery_min_apply_delay: delay })),
    );
    const environment = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: standbys.map(({ url }) => url).join(','),
      CACHE_MAX_AGE_SECONDS: String(MAX_AGE_SECONDS),
      CACHE_MEGABYTES,
      CLICKS: 'off',
      METRICS_TOKEN,
    };
    const tokens: string[] = [];
    for (let worker = 0; worker < WORKERS; worker++) {
      const args = ['app', 'create', '--name', `shop-${worker}`, '--json'];
      const { stdout, stderr } = await smartlink(args, environment);
      assert.notEqual(stdout, '', stderr);
      tokens.push((JSON.parse(stdout) as { tokens: { server: string } }).tokens.server);
    }
    const services = await Promise.all(
      Array.from({ length: INSTANCES }, () => spawnService(environment)),
    );
    const agent = new Agent({ keepAlive: true });
    afterAll(() => agent.destroy());
    const send = (at: number, method: string, path: string, token?: string, body?: object) =>
      answerOf(agent, new URL(path, services[at]?.url), method, token, body);
    const save = async (
      at: number,
      worker: number,
      changes: readonly (readonly [index: number, version: number])[],
    ) => {
      const links = changes.map(([index, version]) => ({
        uri: addressOf(index, version),
        external_id: String(index),
      }));
      const body = { on_conflict: 'update', links };
      const path = '/manage/v1/smartlinks/bulk';
      const { status, text } = await send(at, 'POST', path, tokens[worker], body);
      assert.equal(status, 200, `${text}\n${services[at]?.errors()}`);
      return (JSON.parse(text) as { results: { code: string; status: string }[] }).results;
    };

    const links: EditedLink[] = [];
    for (let worker = 0; worker < WORKERS; worker++) {
      const own = Array.from({ length: LINKS / WORKERS }, (_, i) => worker + WORKERS * i);
      for (let from = 0; from < own.length; from += LINKS_PER_REQUEST) {
        const some = own.slice(from, from + LINKS_PER_REQUEST);
        const created = await save(
          0,
          worker,
          some.map((index) => [index, 0]),
        );
        for (const [n, index] of some.entries()) {
          const code = created[n]?.code ?? assert.fail();
          links[index] = { code, changedAt: [0], confirmed: services.map(() => 0) };
        }
      }
    }

    const began = performance.now();
    let [edits, requests] = [0, 0];
    const progress = { isOver: false, isReplicaRead: false };
    /** Each worker has links of its own, so their changes have an order. */
    const edit = async (worker: number): Promise<void> => {
      const isGoingOn = (): boolean => {
        const ms = performance.now() - began;
        return (
          edits < EDITS || ms < LEAST_MS || (!progress.isReplicaRead && ms < MOST_MS * loadFactor())
        );
      };
      while (isGoingOn()) {
        const at = requests++ % services.length;
        const chosen = new Set<number>();
        for (let left = 1 + Math.floor(Math.random() * EDITS_AT_ONCE); left > 0; left--) {
          chosen.add(worker + WORKERS * Math.floor(Math.random() * (LINKS / WORKERS)));
        }
        const changes = [...chosen].map(
          (index) => [index, links[index]?.changedAt.length ?? 0] as const,
        );
        const results = await save(at, worker, changes);
        const now = performance.now();
        for (const [n, [index, version]] of changes.entries()) {
          assert.equal(results[n]?.status, 'updated');
          links[index]?.changedAt.push(now);
          const confirmed = links[index]?.confirmed ?? [];
          confirmed[at] = version;
          recent[edits++ % recent.length] = index;
        }
        await sleep(PAUSE_MS);
      }
    };
    /** Links that were just changed: half of the visits open these. */
    const recent = Array.from({ length: 50 }, () => 0);
    let [visits, outdated, oldestMs] = [0, 0, 0];
    const visit = async (): Promise<void> => {
      while (!progress.isOver) {
        const isRecent = visits % 2 === 0;
        const index = isRecent
          ? (recent[Math.floor(Math.random() * recent.length)] ?? 0)
          : Math.floor(Math.random() * LINKS);
        const link = links[index] ?? assert.fail();
        const at = visits++ % services.length;
        const confirmed = link.confirmed[at] ?? 0;
        const sent = performance.now();
        const { status, location, text } = await send(at, 'GET', `/${link.code}`);
        assert.equal(status, 302, `${text}\n${services[at]?.errors()}`);
        const version = versionIn(location, index);
        assert.ok(version >= confirmed, `instance ${at} shows ${version} after ${confirmed}`);
        const ageMs = sent - (link.changedAt[version + 1] ?? Infinity);
        if (ageMs > 0) outdated++;
        oldestMs = Math.max(oldestMs, ageMs);
        assert.ok(ageMs <= MAX_AGE_SECONDS * 1000, `${ageMs} ms old`);
        await sleep(PAUSE_MS);
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, i) => i);
    const edited = Promise.all(workers.map(edit)).finally(() => (progress.isOver = true));
    const samplesOf = async (): Promise<Sample[]> => {
      const all: Sample[] = [];
      for (const at of services.keys())
        all.push(...parseMetrics((await send(at, 'GET', '/metrics', METRICS_TOKEN)).text));
      return all;
    };
    const readIn = (all: readonly Sample[], source: string): number =>
      sumOf(all, 'smartlink_visit_lookups_total', { source });
    const watch = async (): Promise<void> => {
      for (; !progress.isOver && !progress.isReplicaRead; await sleep(500))
        progress.isReplicaRead = readIn(await samplesOf(), 'replica') > 0;
    };
    await Promise.all([edited, ...workers.map(visit), watch()]);
    const seconds = (performance.now() - began) / 1000;

    const samples = await samplesOf();
    const read = (source: string): number => readIn(samples, source);
    assert.ok(read('replica') > 0, 'no replica was read');
    for (const service of services) assert.equal(await service.stop(), 0, service.errors());
    t.diagnostic(
      `${edits} changes and ${visits} visits in ${seconds.toFixed(0)} s; ${read('replica')} lookups on replicas that lag ` +
        `${DELAYS.join(' and ')}, ${read('primary')} on the primary; ${outdated} visits saw a link that had been changed, ` +
        `at most ${oldestMs.toFixed(0)} ms before; the bound is ${MAX_AGE_SECONDS} s`,
    );
  },
);

const addressOf = (index: number, version: number): string =>
  `https://shop.example/${index}/${version}`;

function versionIn(location: string | undefined, index: number): number {
  const [, of, version] = /^https:\/\/shop\.example\/(\d+)\/(\d+)$/.exec(location ?? '') ?? [];
  assert.equal(of, String(index), location);
  return Number(version);
}

interface Reply {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly text: string;
}

function answerOf(
  agent: Agent,
  url: URL,
  method: string,
  token: string | undefined,
  body?: object,
): Promise<Reply> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Token ${token}` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, location: response.headers.location, text });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}
