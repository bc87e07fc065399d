import { fileURLToPath } from 'node:url';
import { postgres } from '../engines/postgres.js';
import { visits } from '../load/traffic.js';
import { printed, start } from '../processes.js';
import { nodeBinary } from '../servers/node.js';

const PROGRAM = fileURLToPath(new URL('./linkforty-process.js', import.meta.url));

/**
 * Starts LinkForty Core (https://github.com/LinkForty/core) on PostgreSQL; with Redis if `REDIS_URL` names one.
 * @param {string} checkout with installed dependencies, built
 * @returns {Promise<import('./bench.js').Peer>}
 */
export async function startLinkForty(checkout, folder) {
  const database = await postgres.start(folder, { durable: true });
  const { PATH, HOME, REDIS_URL } = process.env;
  const env = { PATH, HOME, ...(REDIS_URL === undefined ? {} : { REDIS_URL }) };
  const child = start(nodeBinary(), [PROGRAM, checkout, database.url], { cwd: checkout, env });
  const { match } = await printed(child, /listening on http:\/\/[^\s/]*:(\d+)/);
  return {
    server: { child, pid: child.pid, port: Number(match[1]), databasePid: database.pid },
    creates: {
      kind: 'number',
      method: 'POST',
      path: '/api/links',
      headers: { 'Content-Type': 'application/json' },
      body: ['{"originalUrl":"https://shop.example/products/', '"}'],
      numbers: { after: 0 },
    },
    status: 200,
    codeOf: ({ short_code: code }) => code,
    // It stores every visit.
    redirects: { 'visits stored': visits },
    stop: database.stop,
  };
}
