import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAtRate } from '../load/at-rate.js';
import { generate } from '../load/generate.js';
import { managementReads } from '../load/management.js';
import { sweep } from '../load/sweep.js';
import { creates, visits } from '../load/traffic.js';
import { signedInTo } from '../manage/person.js';
import { memoryMegabytes, pinServer } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { startService } from '../servers/service.js';
import { copyOf } from '../store/store.js';
import { addOverload } from './overload-results.js';

/** How many times as much as the service can carry is offered. */
const FACTOR = 2;
/** Clients that can wait at the same time: more than the service can answer in a second. */
const MOST_CONNECTIONS = 16_000;
/** A request that the load generator itself delays for longer is not sent. */
const MOST_LATE_MS = 50;
/** How long the other requests run before the load. */
const BEFORE_SECONDS = 1;
const MEMORY_EVERY_MS = 250;
/** Links that stay cached, because they are requested many times a second. */
const CACHED_LINKS = 10;

/** The connections with which the capacity is measured: few, so that nothing is refused. */
const KINDS = {
  visits: { connections: 32, status: 302, traffic: ({ store }) => visits(store) },
  creates: { connections: 32, status: 201, traffic: ({ store }) => creates(store) },
  management: { connections: 2, status: 200, traffic: ({ cookie }) => managementReads(cookie) },
};
/** What each overload consists of. */
export const OVERLOADS = {
  visits: ['visits'],
  creates: ['creates'],
  management: ['management'],
  mixed: ['visits', 'creates', 'management'],
};

/**
 * Offers twice what the service can carry, at a constant rate. At the same time, and shortly before and
 * after, it sends few requests of other kinds, to see whether the service still answers those.
 */
export async function measureOverload(stores, options, results) {
  const store = copyOf(await stores.large(), newPath('overload'));
  const cookie = await signedInTo(store.folder);
  const capacity = await measureCapacity({ store, cookie }, options);
  for (const [name, kinds] of Object.entries(OVERLOADS)) {
    const service = await started(store);
    const rates = kinds.map((kind) => [kind, (FACTOR * capacity[kind]) / kinds.length]);
    const offered = rates.map(([kind, rate]) => `${count(Math.round(rate))} ${kind}`).join(', ');
    say(`overload, ${name}: ${offered} a second`);
    const { port } = service;
    const streams = rates.map(([kind, perSecond]) => {
      const traffic = KINDS[kind].traffic({ store, cookie });
      const limits = { connections: MOST_CONNECTIONS, mostLateMs: MOST_LATE_MS };
      return [kind, { port, traffic, perSecond, ...limits }];
    });
    const seconds = options.overloadSeconds;
    const memory = watchMemory(service);
    const [others, loads] = await Promise.all([
      sendAtRate(otherRequests(port, { store, cookie }), {
        seconds: BEFORE_SECONDS + seconds + options.afterOverloadSeconds,
      }),
      sleep(BEFORE_SECONDS * 1000).then(() =>
        sendAtRate(Object.fromEntries(streams), { seconds, pinned: true }),
      ),
    ]);
    await stop(service.child);
    const statuses = Object.fromEntries(kinds.map((kind) => [kind, KINDS[kind].status]));
    const megabytes = memory.stop();
    addOverload(results, name, store.links, { loads, statuses, others, capacity, megabytes });
  }
  rmSync(store.folder, { recursive: true });
}

/** Starts the service with a cache that holds few of the links, so that most visits read the database. */
async function started(store) {
  const megabytes = String(Math.max(1, Math.round((store.links * 16) / 1_000_000)));
  const service = await startService(store.folder, { CACHE_MEGABYTES: megabytes });
  pinServer(service.pid);
  await sweep(service, visits(store), CACHED_LINKS, (index) => index);
  return service;
}

/** Returns how many requests of each kind the service answers in a second. */
async function measureCapacity(about, { warmUpSeconds, seconds }) {
  const service = await started(about.store);
  const capacity = {};
  for (const [kind, { connections, status, traffic }] of Object.entries(KINDS)) {
    say(`capacity: ${kind}`);
    const load = { port: service.port, connections, status, pinned: true, mayRefuse: true };
    await generate({ ...load, traffic: traffic(about), seconds: warmUpSeconds });
    const { perSecond, requests, refused } = await generate({
      ...load,
      traffic: traffic(about),
      seconds,
    });
    capacity[kind] = perSecond * (1 - refused / requests);
  }
  await stop(service.child);
  return capacity;
}

/** Few requests of all kinds, as of everyone else. */
function otherRequests(port, { store, cookie }) {
  const stream = (perSecond, traffic) => ({ port, traffic, perSecond, connections: 200 });
  const cached = { codes: { ...store.codes, count: CACHED_LINKS } };
  const health = { kind: 'path', method: 'GET', path: '', headers: {}, paths: ['/health/live'] };
  return {
    'cached redirects': stream(100, visits(cached)),
    'health checks': stream(20, health),
    'other visits': stream(20, visits(store)),
    'other creates': stream(20, creates(store)),
    'other management': stream(5, managementReads(cookie)),
  };
}

/** Returns the maximum memory of a server. */
function watchMemory({ pid }) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryMegabytes(pid) ?? 0);
  }, MEMORY_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
