import { creates, redemptions, retrieves, visits } from '../load/traffic.js';
import { bytesPerLink } from '../load/cached-link-bytes.js';
import { sweep } from '../load/sweep.js';
import { measure } from '../measure.js';
import { stop } from '../processes.js';
import { count, say } from '../progress.js';
import { startService, startWithTinyCache } from '../servers/service.js';
import { hold } from './hold.js';

const CONNECTIONS = 64;
/** Links that are requested often; they fit into the cache of a process many times over. */
const HOT_LINKS = 100_000;

/** The name of an engine with this number of workers, in the results. */
export const whoIs = (engine, workers) => `${engine}, ${workers}`;

/**
 * The cases in this order: those that change a database come last, and of these, those that make it larger.
 * `grows`: the table, and its key, that gets one row per response.
 */
const CASES = [
  { what: 'redirect, cached', start: startService, traffic: visits, status: 302, hot: true },
  { what: 'redirect, not cached', start: startWithTinyCache, traffic: visits, status: 302 },
  { what: 'retrieve, not cached', start: startWithTinyCache, traffic: retrieves, status: 200 },
  {
    what: 'redeem',
    start: startService,
    traffic: redemptions,
    status: 200,
    grows: ['redemptions', 'seq'],
  },
  { what: 'create', start: startService, traffic: creates, status: 201, grows: ['links', 'id'] },
];

/**
 * Measures everything with this number of workers, on copies of a small and a large database. Each case runs
 * on both in succession, so that other load on the machine affects both.
 * @param {import('./engine.js').Engine} engine
 * @param {import('../store/store.js').Store[]} stores
 */
export async function measureEngine(engine, stores, workers, options, results) {
  const places = [];
  for (const store of stores) {
    const host = await engine.start(store.folder, { durable: true });
    const connection = await host.open();
    await connection.readIndexes();
    places.push({ store, host, connection, held: await hold(store.folder) });
  }
  for (const asked of CASES) {
    for (const place of places) {
      const { links } = place.store;
      say(`${engine.name}, workers ${workers}, ${count(links)} links: ${asked.what}`);
      const sample = await measureOne(asked, place, workers, options);
      results.add(asked.what, whoIs(engine.name, workers), links, sample);
    }
  }
  const [settings] = await Promise.all(places.map(({ connection }) => connection.settings()));
  for (const { host, connection, held } of places) {
    await connection.close();
    await host.stop();
    await held.letGo();
  }
  return settings;
}

/** Measures one case on a service that was just started. */
async function measureOne(asked, { store, host, connection }, workers, options) {
  const { start, traffic, status, hot, grows } = asked;
  const settings = { DATABASE_URL: host.url, WORKERS: String(workers) };
  const service = { ...(await start(store.folder, settings)), databasePid: host.pid };
  const { codes } = store;
  const links = hot ? { ...codes, count: Math.min(HOT_LINKS, codes.count) } : codes;
  const load = () => ({
    connections: CONNECTIONS,
    pinned: false,
    status,
    traffic: traffic({ ...store, codes: links }),
  });
  if (hot) await learn(service, load().traffic, workers);
  const before = grows && (await lastOf(connection, grows));
  const warmUp = await measure(service, { ...load(), seconds: options.warmUpSeconds });
  const seconds = grows ? options.writeSeconds : options.seconds;
  const sample = await measure(service, { ...load(), seconds });
  await stop(service.child);
  if (grows) {
    await assertRows(connection, grows, before, warmUp.requests + sample.requests);
  }
  return sample;
}

/** Sends enough requests that every worker has read nearly every link. */
async function learn(service, traffic, workers) {
  for (let time = 0; time < 2 * workers; time++) {
    await sweep(service, traffic, traffic.codes.count, (index) => index);
  }
}

async function lastOf(connection, [table, key]) {
  const [{ last }] = await connection.ask(`select coalesce(max(${key}), 0) as last from ${table}`);
  return last;
}

/** Asserts that everything that the service acknowledged is in the database. */
async function assertRows(connection, [table, key], before, answered) {
  const [{ rows }] = await connection.ask(
    `select count(*) as rows from ${table} where ${key} > ${before}`,
  );
  // The database can also contain requests whose responses arrived after the end of the run.
  if (rows >= answered && rows <= answered + 2 * CONNECTIONS) return;
  throw new Error(`${answered} requests were answered, but ${table} has ${rows} rows more`);
}

/** Measures the memory of a process per link, with links of the large database. */
export async function measureMemory(engine, store) {
  const host = await engine.start(store.folder, { durable: true });
  const bytes = await bytesPerLink(store, { DATABASE_URL: host.url });
  await host.stop();
  return bytes;
}
