import { fileURLToPath } from 'node:url';
import { ask, readHead } from '../http-pipeline.js';
import { requestsOf } from '../load/next-request.js';
import { creates, wireOf } from '../load/traffic.js';
import { measure } from '../measure.js';
import { newPath, printed, run, start, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { nodeBinary } from '../servers/node.js';
import { databaseFile } from '../servers/service.js';
import { copyOf } from '../store/store.js';

const program = (path) => fileURLToPath(new URL(path, import.meta.url));
const JSON_PROCESS = program('../servers/json-process.js');
const COMMIT_PROCESS = program('../store/commit-process.js');

export const JSON_ALONE = 'create, HTTP and JSON alone';
export const commitAlone = (links) => `CPU of a create, commit alone, ${count(links)} links`;

/** Starts a server that answers creates as the service answered one, and stores nothing. */
export async function startJson(service, store) {
  const answer = await ask(service.port, wireOf(requestsOf(creates(store))(), service.port));
  const { status, headers } = readHead(answer.head);
  const own = headers.filter(([name]) => !/^(?:date|connection|keep-alive)$/i.test(name));
  const answered = JSON.stringify({ status, headers: own.flat(), body: answer.body });
  const child = start(nodeBinary(), [JSON_PROCESS, answered]);
  const { match } = await printed(child, /listening on (\d+)/);
  return { child, pid: child.pid, port: Number(match[1]) };
}

/**
 * Measures what the parts of a create cost that no implementation on Node.js and SQLite avoids.
 * @param {import('../servers/service.js').Server} json from `startJson`
 * @param {import('../store/store.js').Store} store that no process uses
 */
export async function measureFloor(json, store, { connections }, options, results) {
  say(`what a create costs at least, ${count(store.links)} links`);
  const load = { connections, pinned: false, traffic: creates(store), status: 201 };
  await measure(json, { ...load, seconds: options.warmUpSeconds });
  const sample = await measure(json, { ...load, seconds: options.seconds });
  results.add(JSON_ALONE, 'node:http', store.links, sample);
  await stop(json.child);

  const { folder, links } = copyOf(store, newPath('commits'));
  const { seconds } = options;
  const given = { file: databaseFile(folder), rowsPerCommit: connections, seconds };
  const microseconds = Number(await run(nodeBinary(), [COMMIT_PROCESS, JSON.stringify(given)]));
  results.addFigure(commitAlone(links), microseconds, (value) => `${value.toFixed(1)} µs`);
}
