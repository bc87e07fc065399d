import { spawnSync } from 'node:child_process';
import { openDatabaseReader, newStore } from '#server/test/store.ts';

/**
 * Returns what must be installed for the drill in docs/operate/postgres.md. The PostgreSQL server of
 * the tests may come without client programs, or with older ones.
 */
export async function missingPrograms(): Promise<string | undefined> {
  const store = openDatabaseReader(await newStore());
  const [row] = await store.rows<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  await store.close();
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const own = Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
  const needed = row?.version ?? 0;
  return own >= needed ? undefined : `install pg_dump of PostgreSQL ${needed} or newer`;
}
