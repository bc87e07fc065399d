import { ask, readHead } from '../http-pipeline.js';
import { retrieves, visits, wire } from '../load/traffic.js';
import { measure } from '../measure.js';
import { pinServer } from '../process-cost.js';
import { stop } from '../processes.js';
import { count, say } from '../progress.js';
import { startBare } from '../servers/bare.js';
import { startNginx } from '../servers/nginx.js';
import { startService } from '../servers/service.js';
import { readCodes } from '../store/codes.js';

const CONNECTIONS = 64;

/**
 * Measures redirects and retrievals: the service on each database, a minimal Node.js server with the same
 * responses, and nginx with one redirect. All run all the time; one of them is measured at a time.
 */
export async function measureReads(stores, options, results) {
  const servers = [];
  for (const store of await stores.both()) {
    const service = await startService(store.folder);
    const bare = await startBare(service, store);
    servers.push({ who: 'service', links: store.links, store, ...service });
    servers.push({ who: 'node:http', links: store.links, store, ...bare });
  }
  const nginx = await startNginx(await someLocation(servers[0]));
  if (nginx) servers.push({ who: 'nginx', links: undefined, store: servers[0].store, ...nginx });
  for (const { pid } of servers) pinServer(pid);

  const cases = [
    ...servers.map((server) => ({ what: 'redirect', server, traffic: visits(server.store) })),
    ...servers
      .filter(({ who }) => who !== 'nginx')
      .map((server) => ({ what: 'retrieve', server, traffic: retrieves(server.store) })),
  ];
  const load = { connections: CONNECTIONS, pinned: true };
  say('warming up redirects and retrieves');
  for (const { server, traffic } of cases) {
    await measure(server, { ...load, traffic, seconds: options.warmUpSeconds, ...wanted(traffic) });
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const { what, server, traffic } of cases) {
      const { who, links } = server;
      say(`round ${round}: ${what}, ${who}${links ? `, ${count(links)} links` : ''}`);
      const { seconds } = options;
      const sample = await measure(server, { ...load, traffic, seconds, ...wanted(traffic) });
      results.add(what, who, links, sample);
    }
  }
  for (const { child } of servers) await stop(child);
}

function wanted({ path }) {
  return { status: path === '/' ? 302 : 200 };
}

/** Returns the target of one redirect, for a server that supports only one. */
async function someLocation({ store, port }) {
  const code = readCodes(store.codes).at(store.codes.count - 1);
  const { headers } = readHead((await ask(port, wire(visits(store), port, code))).head);
  return headers.find(([name]) => name.toLowerCase() === 'location')[1];
}
