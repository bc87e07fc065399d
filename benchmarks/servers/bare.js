import { fileURLToPath } from 'node:url';
import { ask } from '../http-pipeline.js';
import { retrieves, visits, wire } from '../load/traffic.js';
import { printed, start } from '../processes.js';
import { progressOf } from '../progress.js';
import { readCodes } from '../store/codes.js';
import { nodeBinary } from './node.js';

const PROGRAM = fileURLToPath(new URL('./bare-process.js', import.meta.url));
const SAMPLES = 50;

/**
 * Starts a minimal `node:http` server with the responses of the service. It first requests all of them from
 * the service, which also fills the caches of the service.
 * @param {import('./service.js').Server} service
 * @param {import('../store/store.js').Store} store
 * @returns {Promise<import('./service.js').Server>}
 */
export async function startBare(service, store) {
  const asked = { port: service.port, visits: visits(store), retrieves: retrieves(store) };
  const child = start(nodeBinary(), [PROGRAM, JSON.stringify(asked)]);
  const progress = progressOf('every link visited and retrieved once', 2 * store.codes.count);
  const { match } = await printed(child, /listening on (\d+)/, (line) => {
    const learned = /^learned (\d+)/.exec(line);
    if (learned) progress(Number(learned[1]));
  });
  const bare = { child, pid: child.pid, port: Number(match[1]) };
  await compare(service, bare, asked);
  return bare;
}

/** Asserts that both send the same bytes, except for the date. */
async function compare(service, bare, { visits: visiting, retrieves: retrieving }) {
  const codes = readCodes(visiting.codes);
  for (const traffic of [visiting, retrieving]) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const code = codes.at(Math.floor(Math.random() * codes.count));
      const [ours, theirs] = await Promise.all(
        // The same Host header, so that the requests are equal too.
        [service, bare].map(({ port }) => ask(port, wire(traffic, service.port, code))),
      );
      if (bytes(ours) === bytes(theirs)) continue;
      throw new Error(
        `the bare server does not answer as the service does:\n${bytes(ours)}\n\n${bytes(theirs)}`,
      );
    }
  }
}

function bytes({ head, body }) {
  return `${head.replace(/^Date: .*$/m, 'Date: now')}\n\n${body}`;
}
