import type { CodeSpace, Database } from './database.ts';
import type { PostgresSettings } from './postgres/driver.ts';
import type { Replicas } from './postgres/replicas.ts';

/**
 * Opens a database: `sqlite:<path>` or `postgres://…`. Loads only the code of its engine. `readerThreads`: the
 * calling thread never waits for the disk. Starting a thread takes longer than the reads of a command.
 */
export async function openDatabase(
  url: string,
  codes: CodeSpace,
  settings: Omit<PostgresSettings, 'url'>,
  { readerThreads = false } = {},
): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/sqlite.ts');
    return openSqlite(url.slice('sqlite:'.length), codes, readerThreads);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres({ url, ...settings }, codes);
}

/** The read replicas of a PostgreSQL server; undefined: there are none. Nothing is connected yet. */
export async function openReplicas(
  urls: readonly string[],
  maxAgeMs: number,
  settings: Omit<PostgresSettings, 'url' | 'poolSize'>,
): Promise<Replicas | undefined> {
  if (urls.length === 0) return undefined;
  const { Replicas: Class } = await import('./postgres/replicas.ts');
  return new Class(urls, maxAgeMs, settings);
}
