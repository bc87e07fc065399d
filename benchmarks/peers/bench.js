import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { sqlite } from '../engines/sqlite.js';
import { seed } from '../engines/stores.js';
import { atLeast, ratio } from '../goals/goal.js';
import { generatorName } from '../load/generate.js';
import { creates, visits } from '../load/traffic.js';
import { machine } from '../machine.js';
import { measure } from '../measure.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { goalTable } from '../report/goals.js';
import { introduction, table } from '../report/table.js';
import { Results } from '../results.js';
import { startService } from '../servers/service.js';
import { writeCodes } from '../store/codes.js';
import { codeOf, post } from '../store/post.js';
import { startKutt } from './kutt.js';
import { startLinkForty } from './linkforty.js';

const LINKS = 1000;
const CONNECTIONS = 64;

/**
 * A running server that does something similar, and how to use it.
 * @typedef {object} Peer
 * @property {import('../servers/service.js').Server} server
 * @property {import('../load/traffic.js').NumberTraffic} creates
 * @property {number} status of a create
 * @property {(json: any) => string} codeOf returns the code in the response to a create
 * @property {Record<string, typeof visits>} redirects what it stores, and the visits for that
 * @property {() => Promise<void>} stop stops its database
 */

const STORED = 'visits stored';
const NOT_STORED = 'no visits stored';

/**
 * Other projects, by the variable that names the folder of their checkout. `times`: how much more CPU time than Smartlink
 * they should need for a redirect with a stored visit.
 */
const PEERS = {
  KUTT_DIR: { name: 'Kutt', start: startKutt, times: 45 },
  LINKFORTY_DIR: { name: 'LinkForty', start: startLinkForty, times: 10 },
};

/**
 * Measures redirects and creates of the service and of other projects, one after the other. Returns the result
 * as Markdown.
 * @param {import('../options.js').Options} options
 */
export async function benchPeers(options) {
  const checkouts = Object.entries(PEERS).flatMap(([variable, peer]) => {
    const folder = process.env[variable];
    return folder ? [{ ...peer, checkout: resolve(folder) }] : [];
  });
  if (checkouts.length === 0) {
    throw new Error(`none of ${Object.keys(PEERS).join(', ')} names a checkout`);
  }
  const results = new Results();
  await measurePeer('Smartlink', await startSmartlink('on', STORED), options, results);
  await measurePeer('Smartlink', await startSmartlink('off', NOT_STORED), options, results);
  for (const { name, start, checkout } of checkouts) {
    const folder = newPath(name);
    mkdirSync(folder);
    await measurePeer(name, await start(checkout, folder), options, results);
  }
  const { CPU, memory, system, Node, disk, revision } = machine();
  const properties = { CPU, memory, system, Node, disk, load: generatorName(), revision };
  const of = `the medians of ${options.rounds} rounds, ${options.seconds} s each; nothing pinned.`;
  return [
    ...introduction(of, options.short, properties),
    tableOf(results),
    '',
    goalTable(checkouts.map(({ name, times }) => goalOf(results, name, times))),
    '',
  ].join('\n');
}

/** The CPU time of another project, with its database, in relation to that of Smartlink. */
function goalOf(results, name, times) {
  const what = `redirect, ${STORED}`;
  const cpuOf = (who) => {
    const row = results.of(what, who, LINKS);
    return row && row.cpu + (row.databaseCpu ?? 0);
  };
  const relation = ratio(cpuOf(name), cpuOf('Smartlink'));
  return atLeast(`${what}, ${name} / Smartlink`, relation, times, (one) => `${one.toFixed(1)} ×`);
}

/**
 * `stored`: what it stores with this value of `CLICKS`.
 * @returns {Promise<Peer>}
 */
async function startSmartlink(clicks, stored) {
  const store = await seed(sqlite, newPath(`smartlink-${clicks}`), LINKS);
  return {
    server: await startService(store.folder, { CLICKS: clicks }),
    creates: creates(store),
    status: 201,
    codeOf,
    redirects: { [stored]: visits },
    stop: async () => undefined,
  };
}

/** @param {Peer} peer */
async function measurePeer(name, peer, { rounds, seconds, warmUpSeconds }, results) {
  const { server, creates: creating, status } = peer;
  const numbers = Array.from({ length: LINKS }, (_, index) => index + 1);
  const made = await post(server.port, creating, numbers, peer);
  const store = { codes: writeCodes(newPath(`${name}-codes`), made) };
  const redirects = Object.entries(peer.redirects).map(([what, visitsOf]) => {
    return { what: `redirect, ${what}`, traffic: visitsOf(store), status: 302 };
  });
  for (const { what, ...load } of [...redirects, { what: 'create', traffic: creating, status }]) {
    const all = { connections: CONNECTIONS, pinned: false, ...load };
    try {
      await measure(server, { ...all, seconds: warmUpSeconds });
      for (let round = 1; round <= rounds; round++) {
        say(`round ${round}: ${what}, ${name}`);
        results.add(what, name, LINKS, await measure(server, { ...all, seconds }));
      }
    } catch (error) {
      // Another project can refuse a load that this one carries; the rest is still worth measuring.
      say(`${what}, ${name}: not measured: ${error.message}`);
    }
  }
  await stop(server.child);
  await peer.stop();
}

function tableOf(results) {
  const cpu = (value) => value?.toFixed(0) ?? '';
  return table(
    ['who', 'what', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU µs, database', 'memory MB'],
    results
      .rows()
      .map((row) => [
        row.who,
        row.what,
        row.perSecond.toFixed(0),
        row.p50.toFixed(2),
        row.p99.toFixed(2),
        cpu(row.cpu),
        cpu(row.databaseCpu),
        row.memory?.toFixed(0) ?? '',
      ]),
  );
}
