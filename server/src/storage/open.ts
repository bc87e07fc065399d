import type { CodeSpace, Database } from './database.ts';

export interface StoreSettings {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly preparedStatements: boolean;
}

/** Opens a database: `sqlite:<path>` or `postgres://…`. Does not load the other engine. */
export async function openDatabase(
  url: string,
  codes: CodeSpace,
  settings: StoreSettings,
): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/sqlite.ts');
    return openSqlite(url.slice('sqlite:'.length), codes);
  }
  const { openPostgres } = await import('./postgres/postgres.ts');
  return openPostgres({ url, ...settings }, codes);
}
