import type { CodeSpace, Database } from './database.ts';

export interface StoreSettings {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly preparedStatements: boolean;
}

/** Opens the store that an address names: `sqlite:<path>` or `postgres://…`; the other engine is not loaded. */
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
