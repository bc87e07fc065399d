import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerClient, type ServerClient } from '@smartlink/client/server';
import type { Environment } from '../../src/config.ts';
import { proof, smartlink, spawnService, type Spawned } from '../harness.ts';
import { eventually, freePort, welcomeOf } from '../processes.ts';
import { Balancer } from './balancer.ts';
import { ownServer, type OwnServer } from './own-server.ts';
import { Visitors, type Visited } from './visitors.ts';

const INSTANCES = 3;
/** Fewer when other tests use the machine at the same time. */
const VISITS_PER_SECOND = proof ? 1000 : 250;
const LINKS = 200;
const ROUNDS = proof ? 3 : 1;
const DATABASE_RESTARTS = proof ? 5 : 1;
/** The time between two disturbances of the instances or the database, in milliseconds. */
const PAUSE_MS = proof ? 1000 : 300;
const WITHIN_MS = 20_000;

/** An instance that keeps its port after a restart. */
class Instance {
  readonly port: number;
  readonly #environment: Environment;
  #service: Spawned;

  private constructor(port: number, environment: Environment, service: Spawned) {
    this.port = port;
    this.#environment = environment;
    this.#service = service;
  }

  static async start(settings: Environment): Promise<Instance> {
    const port = await freePort();
    const environment = { ...settings, PORT: String(port) };
    return new Instance(port, environment, await spawnService(environment));
  }

  get url(): string {
    return this.#service.url;
  }

  welcome(): string {
    return this.#service.welcome();
  }

  /** Restarts with SIGTERM. */
  async restart(): Promise<void> {
    await this.stop();
    this.#service = await spawnService(this.#environment);
  }

  async stop(): Promise<void> {
    assert.equal(await this.#service.stop(), 0, this.#service.errors());
  }
}

interface Site {
  readonly instances: readonly Instance[];
  readonly balancer: Balancer;
  /** The destination of each link by its path. */
  readonly locations: ReadonlyMap<string, string>;
}

describe(`${INSTANCES} instances with ${VISITS_PER_SECOND} visits per second`, () => {
  let server: OwnServer;
  let token = '';
  before(async () => {
    server = await ownServer();
    // On a busy machine, the service would otherwise start before its migration has ended.
    await smartlink(['migrate'], { DATABASE_URL: server.url });
  });

  async function start(settings: Environment, retries: boolean): Promise<Site> {
    const environment = { DATABASE_URL: server.url, ...settings };
    const instances = await Promise.all(
      Array.from({ length: INSTANCES }, () => Instance.start(environment)),
    );
    token ||= /sl_server_\w+/.exec(await welcomeOf(...instances))?.[0] ?? '';
    const [{ url }] = instances as [Instance];
    const locations = await createLinks(createServerClient({ baseUrl: url, token }));
    const ports = instances.map(({ port }) => port);
    return { instances, locations, balancer: await Balancer.start(ports, retries) };
  }

  async function restartOneByOne({ instances, balancer }: Site): Promise<void> {
    for (const instance of instances) {
      await sleep(PAUSE_MS);
      await instance.restart();
      await eventually(
        'the balancer uses the instance again',
        () => balancer.uses(instance.port),
        WITHIN_MS,
      );
    }
  }

  /** Visits all links over and over while `disturb` runs. */
  async function visitDuring(site: Site, disturb: () => Promise<void>): Promise<Visited> {
    const { instances, balancer, locations } = site;
    for (const { port } of instances) {
      await eventually('the balancer uses the instance', () => balancer.uses(port), WITHIN_MS);
    }
    // A restart replaces one of three. At the beginning all are new, and the code of none is compiled.
    for (const { url } of instances) await openAll(url, locations);
    const visitors = new Visitors(balancer.url, locations, VISITS_PER_SECOND);
    await disturb();
    await sleep(PAUSE_MS);
    const visited = await visitors.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
    return visited;
  }

  const balancers = [
    ['2', false, 'SHUTDOWN_DELAY_SECONDS=2 behind a load balancer without retries'],
    ['0', true, 'no delay, behind a load balancer with retries'],
  ] as const;
  for (const [delay, retries, title] of proof ? balancers : [balancers[0]]) {
    it(`no visit fails when instances restart one after the other, ${title}`, async (t) => {
      const site = await start({ SHUTDOWN_DELAY_SECONDS: delay }, retries);
      const visited = await visitDuring(site, async () => {
        for (let round = 0; round < ROUNDS; round++) await restartOneByOne(site);
      });
      check(visited);
      const restarts = `${ROUNDS * INSTANCES} restarts`;
      report(t, visited, `${restarts}, ${site.balancer.repeated} sent to a second instance`);
    });
  }

  it('no visit of a cached link fails when PostgreSQL restarts', async (t) => {
    const site = await start({}, false);
    let awayMs = 0;
    const visited = await visitDuring(site, async () => {
      for (let restart = 0; restart < DATABASE_RESTARTS; restart++) {
        await sleep(PAUSE_MS);
        const ended = performance.now();
        await server.end('SIGINT');
        await sleep(PAUSE_MS);
        await server.start();
        awayMs += performance.now() - ended;
      }
    });
    check(visited);
    report(t, visited, `${DATABASE_RESTARTS} restarts, away for ${(awayMs / 1000).toFixed(1)} s`);
  });
});

/** Creates links; returns the destination of each by its path. */
async function createLinks(client: ServerClient): Promise<Map<string, string>> {
  const uris = Array.from({ length: LINKS }, (_, n) => `https://shop.example/p/${n}`);
  const created = uris.map(
    async (uri) => [`/${(await client.create({ uri })).code}`, uri] as const,
  );
  return new Map(await Promise.all(created));
}

/** Visits all links, one after the other, so that the instance caches them. */
async function openAll(url: string, locations: Site['locations']): Promise<void> {
  for (const [path, location] of locations) {
    const answer = await fetch(url + path, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, location]);
  }
}

function check({ failed, perSecond }: Visited): void {
  assert.deepEqual(failed.slice(0, 10), [], `${failed.length} visits failed`);
  assert.ok(perSecond > VISITS_PER_SECOND * 0.95, `only ${perSecond} visits a second`);
}

function report(
  t: TestContext,
  { count, perSecond, p50Ms, p99Ms, slowestMs }: Visited,
  what: string,
) {
  t.diagnostic(
    `${what}; ${count} visits, ${perSecond.toFixed(0)} a second, none failed; ` +
      `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, slowest ${slowestMs.toFixed(0)} ms`,
  );
}
