import type { Database } from './database.ts';
import type { CodeSpace } from './sqlite/protocol.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** Opens the store that an address names; `sqlite:<path>`. */
export function openDatabase(url: string, codes: CodeSpace): Database {
  return openSqlite(url.slice('sqlite:'.length), codes);
}
