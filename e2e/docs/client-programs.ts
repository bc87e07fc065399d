import { spawnSync } from 'node:child_process';
import { lookInto, newStore } from '#server/test/store.ts';

/**
 * What has to be installed to run the drill of docs/operate/postgres.md, where the server does not come
 * with the programs for it.
 */
export async function missingPrograms(): Promise<string | undefined> {
  const store = lookInto(await newStore());
  const [row] = await store.rows<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  await store.close();
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const own = Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
  const needed = row?.version ?? 0;
  return own >= needed ? undefined : `install pg_dump of PostgreSQL ${needed} or newer`;
}
