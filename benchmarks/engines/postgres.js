import { chmodSync } from 'node:fs';
import { startPostgres } from '../../scripts/postgres.js';
import { openPool } from '../../server/dist/src/storage/postgres/driver.js';
import { scratchFolder } from '../processes.js';

/** Settings for a dedicated machine with 8 GB or more. The settings for durable commits are the defaults. */
const SETTINGS = {
  shared_buffers: '2GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
};
/** During the fill: the remaining log is copied together with the database. */
const SHORT_LOG = { max_wal_size: '1GB' };
const SHOWN = ['server_version', 'fsync', 'synchronous_commit', ...Object.keys(SETTINGS)];
const LONGEST_STATEMENT_MS = 30 * 60_000;

/** @type {import('./engine.js').Engine} */
export const postgres = {
  name: 'PostgreSQL',
  below: (limit) => `floor(random() * ${limit})::integer`,
  elements: (json) => `json_array_elements_text(${json}::json) as each (value)`,
  async start(folder, { durable }) {
    // PostgreSQL runs as another user, who needs access to its folder.
    chmodSync(scratchFolder(), 0o711);
    const settings = durable ? SETTINGS : { ...SETTINGS, ...SHORT_LOG };
    const server = await startPostgres({ folder, durable, settings });
    if (!server) throw new Error('there is no PostgreSQL, and none can be installed');
    // The other processes exit when the first one ends.
    const kill = () => process.kill(server.pid(), 'SIGKILL');
    process.on('exit', kill);
    return {
      url: server.url,
      pid: server.pid(),
      open: async () => opened(server.url),
      async stop() {
        await server.end('SIGINT');
        process.off('exit', kill);
      },
    };
  },
};

async function opened(url) {
  const pool = openPool({
    url,
    poolSize: 1,
    statementTimeoutMs: LONGEST_STATEMENT_MS,
    preparedStatements: true,
  });
  const ask = async (sql) => (await pool.query(sql)).rows;
  return {
    ask,
    script: ask,
    async fill(write, tables = ['links']) {
      // Skips the checks of foreign keys for the copies of the model.
      await ask('set session_replication_role = replica');
      await write();
      await ask('set session_replication_role = origin');
      // PostgreSQL plans for an empty table if it was empty when it was vacuumed; these stay unvacuumed.
      await ask(`vacuum analyze ${tables.join()}`);
      await ask('checkpoint');
    },
    async readIndexes() {
      await ask('create extension if not exists pg_prewarm');
      // An index of a partitioned table has no file.
      await ask(`select pg_prewarm(oid) from pg_class
        where relkind = 'i' and relnamespace = 'public'::regnamespace`);
    },
    async settings() {
      const shown = await Promise.all(
        SHOWN.map(async (name) => `${name} ${Object.values((await ask(`show ${name}`))[0])[0]}`),
      );
      return shown.join(', ');
    },
    close: () => pool.end(),
  };
}
