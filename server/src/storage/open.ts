import type { CodeSpace, Database } from './database.ts';
import type { PostgresSettings } from './postgres/driver.ts';

/** Opens a database: `sqlite:<path>` or `postgres://…`. Loads only the code of its engine. */
export async function openDatabase(
  url: string,
  codes: CodeSpace,
  settings: Omit<PostgresSettings, 'url'>,
): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/sqlite.ts');
    return openSqlite(url.slice('sqlite:'.length), codes);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres({ url, ...settings }, codes);
}
