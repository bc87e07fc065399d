import { setTimeout as sleep } from 'node:timers/promises';
import { creates, uniqueCreates, visits } from '../load/traffic.js';
import { generate } from '../load/generate.js';
import { measure } from '../measure.js';
import { newPath, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { databaseFile, startService } from '../servers/service.js';
import { copyOf, linksIn } from '../store/store.js';
import { watchCheckpoints } from '../store/watch-checkpoints.js';
import { measureFloor, startJson } from './create-floor.js';

const CONNECTIONS = 64;
/**
 * Visits during creates: the number of connections, and how long each waits between two visits, in
 * milliseconds.
 */
const VISITORS = { connections: 16, pauseMs: 10 };

/**
 * Measures durable creates. Each round starts the service: on a new copy of the small database, which would
 * otherwise grow, and on the large one, which hardly grows in a round.
 */
export async function measureCreates(stores, options, results) {
  const [small, large] = await stores.both();
  for (let round = 1; round <= options.rounds; round++) {
    const copy = copyOf(small, newPath('creates'));
    await measureOn(copy, round, options, results);
    await measureOn(large, round, options, results, measureVisitsMeanwhile);
  }
}

async function measureOn(store, round, options, results, andThen = async () => 0) {
  const about = (what) => say(`round ${round}: ${what}, service, ${count(store.links)} links`);
  const before = linksIn(store.folder);
  const service = await startService(store.folder);
  const load = { connections: CONNECTIONS, pinned: false };
  const known = { ...load, traffic: uniqueCreates(store), status: 200 };
  const fresh = () => ({ ...load, traffic: creates(store), status: 201 });

  await measure(service, { ...known, seconds: options.warmUpSeconds });
  about('unique create of a known link');
  const { seconds } = options;
  results.add('unique', 'service', store.links, await measure(service, { ...known, seconds }));

  const warmUp = await measure(service, { ...fresh(), seconds: options.warmUpSeconds });
  about('create');
  const watch = watchCheckpoints(databaseFile(store.folder));
  const sample = await measure(service, { ...fresh(), seconds: options.createSeconds });
  results.add('create', 'service', store.links, { ...sample, ...watch.stop() });
  const meanwhile = await andThen({ service, store, fresh, about, options, results });
  const json = await startJson(service, store);
  await stop(service.child);

  // At the end of a run, each connection can have a response that was not counted and a request without one.
  const answered = warmUp.requests + sample.requests + meanwhile;
  const grown = linksIn(store.folder) - before;
  if (grown < answered || grown > answered + 3 * 2 * CONNECTIONS) {
    throw new Error(`${answered} creates were answered, but the store has ${grown} links more`);
  }
  await measureFloor(json, store, { connections: CONNECTIONS }, options, results);
}

/** Sends few visits at an even rate, to links that are hardly cached, while creates run at full speed. */
async function measureVisitsMeanwhile({ service, store, fresh, about, options, results }) {
  about('visits while creating');
  const seconds = options.createSeconds - 2;
  const traffic = visits(store);
  const [creating, visiting] = await Promise.all([
    generate({ port: service.port, ...fresh(), seconds: options.createSeconds }),
    sleep(1000).then(() =>
      generate({ port: service.port, ...VISITORS, traffic, seconds, pinned: false, status: 302 }),
    ),
  ]);
  results.add('visit while creating', 'service', store.links, visiting);
  results.add('create while visited', 'service', store.links, creating);
  return creating.requests;
}
