import { join } from 'node:path';
import { PREVIEW_BOT } from '../load/visitors.js';
import { visits } from '../load/traffic.js';
import { printed, run, start } from '../processes.js';
import { freePort } from '../../scripts/free-port.js';
import { nodeBinary } from '../servers/node.js';

const ADMIN = { email: 'ada@shop.example', password: 'only for this bench' };

/**
 * Starts Kutt (https://kutt.to) on SQLite, as its README describes it for a server without Docker.
 * @param {string} checkout with installed dependencies
 * @returns {Promise<import('./bench.js').Peer>}
 */
export async function startKutt(checkout, folder) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    DEFAULT_DOMAIN: `127.0.0.1:${port}`,
    JWT_SECRET: 'only for this bench',
    DB_CLIENT: 'better-sqlite3',
    DB_FILENAME: join(folder, 'kutt.db'),
  };
  const here = { cwd: checkout, env };
  await run(nodeBinary(), ['node_modules/knex/bin/cli.js', 'migrate:latest'], here);
  const child = start(nodeBinary(), ['server/server.js', '--production'], here);
  await printed(child, /Ready on/);
  await post(port, 'auth/create-admin', {}, ADMIN);
  // In some versions, the token of the first response names no user.
  const { token } = await post(port, 'auth/login', {}, ADMIN);
  const { apikey } = await post(port, 'auth/apikey', { Cookie: `token=${token}` }, {});
  return {
    server: { child, pid: child.pid, port },
    creates: {
      kind: 'number',
      method: 'POST',
      path: '/api/v2/links',
      headers: { 'X-API-KEY': apikey, 'Content-Type': 'application/json' },
      body: ['{"target":"https://shop.example/products/', '"}'],
      numbers: { after: 0 },
    },
    status: 201,
    codeOf: ({ address }) => address,
    // It stores no visits of bots.
    redirects: {
      'visits stored': visits,
      'no visits stored': (store) => visits(store, PREVIEW_BOT),
    },
    stop: async () => undefined,
  };
}

async function post(port, path, headers, body) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/${path}`, {
    method: 'POST',
    headers: { ...headers, Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return response.json();
}
