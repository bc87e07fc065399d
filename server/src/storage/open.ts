import type { CodeSpace, Database } from './database.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export interface StoreSettings {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly preparedStatements: boolean;
}

/** Opens the store that an address names: `sqlite:<path>` or `postgres://…`. */
export function openDatabase(url: string, codes: CodeSpace, settings: StoreSettings): Database {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length), codes);
  return openPostgres({ url, ...settings }, codes);
}
