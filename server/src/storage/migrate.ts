import { readdirSync, readFileSync } from 'node:fs';
import { MIGRATIONS } from '../package-files.ts';
import { VERSION } from '../version.ts';
import { orderClicks } from './clicks/order-clicks.ts';
import { StoreUnavailable, type Engine, type Migratable, type Transaction } from './database.ts';

/** A set of migrations: the prefix of its folders, and the table that lists those that were applied. */
export interface MigrationSet {
  readonly folder: string;
  readonly table: string;
  /** The migration that adds the version of Smartlink to the table. */
  readonly versioned: string;
  /** What a migration of SQLite does after its SQL, by its name. */
  readonly sqliteWork?: Readonly<Record<string, (tx: Transaction) => Promise<void>>>;
}

export const MAIN_SET: MigrationSet = {
  folder: '',
  table: 'migrations',
  versioned: '0026_versions.sql',
};
/** The click store. On PostgreSQL, both sets can be in one database. */
export const CLICKS_SET: MigrationSet = {
  folder: 'clicks-',
  table: 'click_migrations',
  versioned: '0003_versions.sql',
  sqliteWork: { '0006_clicks_by_time.sql': orderClicks },
};

/** Of the table that lists the migrations, before the one that adds the version. */
const COLUMNS = '(name text primary key, applied_at bigint not null)';
/** Errors of a database without tables, and of a file that is missing. */
const NEW = new Set(['NOT_MIGRATED', 'SQLITE_CANTOPEN']);

/** A migration that begins: the first one of this run has the number 1. */
export interface MigrationStep {
  readonly name: string;
  readonly number: number;
  readonly of: number;
}

/** Throws `StoreTooNew` if a later version migrated the database, without migrating it. */
export async function refuseNewer(database: Migratable): Promise<void> {
  await knownMigrations(database, MAIN_SET);
}

/** Applies the missing migrations and returns their names. Throws `StoreTooNew`, `StoreUnavailable`. */
export async function migrate(
  database: Migratable,
  now: number,
  set: MigrationSet = MAIN_SET,
  begins: (step: MigrationStep) => void = () => undefined,
): Promise<string[]> {
  const { table } = set;
  const folder = folderOf(database.engine, set);
  // A database that is up to date is only read, so a full or read-only one still opens.
  const known = await knownMigrations(database, set);
  const missing = migrationFiles(database.engine, set).filter((name) => !known.includes(name));
  if (missing.length === 0) return [];
  // A new database is complete or empty, and waits for the disk once. An existing one is migrated in steps, so that
  // none of them holds its locks for longer than it must.
  const isNew = known.length === 0;
  const steps = isNew ? [missing] : missing.map((name) => [name]);
  const applied: string[] = [];
  for (const names of steps) {
    const done = await database.migration(async (tx) => {
      if (isNew) await tx.script(`create table if not exists ${table} ${COLUMNS}`);
      const applying: string[] = [];
      for (const name of names) {
        begins({ name, number: missing.indexOf(name) + 1, of: missing.length });
        // Another process may have applied it in the meantime.
        const rows = await tx.all<object>(`select name from ${table} where name = ?`, [name]);
        if (rows.length > 0) continue;
        await tx.script(readFileSync(`${folder}/${name}`, 'utf8'));
        if (database.engine === 'sqlite') await set.sqliteWork?.[name]?.(tx);
        await tx.run(`insert into ${table} (name, applied_at) values (?, ?)`, [name, now]);
        if (name >= set.versioned) {
          await tx.run(`update ${table} set version = ? where name = ?`, [VERSION, name]);
        }
        applying.push(name);
      }
      return applying;
    });
    applied.push(...done);
  }
  return applied;
}

function folderOf(engine: Engine, { folder }: MigrationSet): string {
  return `${MIGRATIONS}/${folder}${engine}`;
}

/** The names of the migrations of this version, in their order. */
export function migrationFiles(engine: Engine, set: MigrationSet): string[] {
  return readdirSync(folderOf(engine, set))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** The applied migrations, all of which this version has. Throws `StoreTooNew` otherwise. */
async function knownMigrations(database: Migratable, set: MigrationSet): Promise<string[]> {
  const files = migrationFiles(database.engine, set);
  const known = await appliedTo(database, set.table);
  const newer = known.findLast((name) => !files.includes(name));
  if (newer !== undefined) {
    refuseNewerStore(known, files, await versionOf(database, set.table, newer));
  }
  return known;
}

async function appliedTo(database: Migratable, table: string): Promise<string[]> {
  try {
    const rows = await database.all<{ name: string }>(`select name from ${table} order by name`);
    return rows.map((row) => row.name);
  } catch (error) {
    // A database that cannot be read must not count as a new one: it can be of a later version.
    if (!(error instanceof StoreUnavailable && NEW.has(error.reason))) throw error;
    return [];
  }
}

/** The version of Smartlink that applied a migration; undefined if nothing says it. */
async function versionOf(
  database: Migratable,
  table: string,
  name: string,
): Promise<string | undefined> {
  try {
    const sql = `select version from ${table} where name = ?`;
    const [row] = await database.all<{ version: string | null }>(sql, [name]);
    return row?.version ?? undefined;
  } catch {
    // The column is missing: the message is less precise.
    return undefined;
  }
}

/** A later version of the program has migrated the database. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew';
}

/** Throws `StoreTooNew` if a later version applied migrations. `version`: which one, if that is known. */
export function refuseNewerStore(
  known: readonly string[],
  files: readonly string[],
  version: string | undefined,
  what = 'the database was migrated by a newer version',
  advice = 'start that version, or restore the backup from before the upgrade (see UPGRADE.md)',
): void {
  const unknown = known.filter((name) => !files.includes(name));
  if (unknown.length === 0) return;
  const newer = version === undefined ? '' : `, Smartlink ${version}`;
  throw new StoreTooNew(
    `${what}${newer} (it has ${unknown.join(', ')}); this is Smartlink ${VERSION}: ${advice}`,
  );
}
