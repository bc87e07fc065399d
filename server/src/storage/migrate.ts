import { readdirSync, readFileSync } from 'node:fs';
import { MIGRATIONS } from '../package-files.ts';
import type { Database } from './database.ts';

/** A set of migrations: the prefix of its folders, and the table that lists those that were applied. */
export interface MigrationSet {
  readonly folder: string;
  readonly table: string;
}

const MAIN_SET: MigrationSet = { folder: '', table: 'migrations' };
/** The store of clicks. On PostgreSQL, both sets can be in one database. */
export const CLICKS_SET: MigrationSet = { folder: 'clicks-', table: 'click_migrations' };

/** What a migration needs of a database. */
export type Migratable = Pick<Database, 'engine' | 'all' | 'migration'>;

/** Applies the missing migrations and returns their names. Throws `StoreTooNew`, `StoreUnavailable`. */
export async function migrate(
  database: Migratable,
  now: number,
  set: MigrationSet = MAIN_SET,
): Promise<string[]> {
  const { table } = set;
  const folder = `${MIGRATIONS}/${set.folder}${database.engine}`;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  // A database that is up to date is only read, so a full or read-only one still opens.
  const known = await appliedTo(database, table);
  refuseNewerStore(known, files);
  if (files.every((name) => known.includes(name))) return [];
  await database.migration((tx) =>
    tx.script(
      `create table if not exists ${table} (name text primary key, applied_at bigint not null)`,
    ),
  );
  const applied: string[] = [];
  for (const name of files) {
    const done = await database.migration(async (tx) => {
      // Another process may have applied it in the meantime.
      const rows = await tx.all<object>(`select name from ${table} where name = ?`, [name]);
      if (rows.length > 0) return false;
      await tx.script(readFileSync(`${folder}/${name}`, 'utf8'));
      await tx.run(`insert into ${table} (name, applied_at) values (?, ?)`, [name, now]);
      return true;
    });
    if (done) applied.push(name);
  }
  return applied;
}

async function appliedTo(database: Migratable, table: string): Promise<string[]> {
  try {
    const rows = await database.all<{ name: string }>(`select name from ${table} order by name`);
    return rows.map((row) => row.name);
  } catch {
    // A new database. An unusable one fails again at the first write.
    return [];
  }
}

/** A later version of the program has migrated the database. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew';
}

/** Throws `StoreTooNew` if a later version applied migrations. */
export function refuseNewerStore(known: readonly string[], files: readonly string[]): void {
  const unknown = known.filter((name) => !files.includes(name));
  if (unknown.length === 0) return;
  throw new StoreTooNew(
    `the database was migrated by a newer version (it has ${unknown.join(', ')}); start that version or restore a backup`,
  );
}
