import { existsSync } from 'node:fs';
import type { BackupContent } from '../../domain/backup/manifest.ts';
import { openReader, type Connection } from '../sqlite/driver.ts';

/**
 * Tables of the click store that are empty in a backup: with the keys and hashes of a day, visitors could be
 * recognized for as long as the backup is kept.
 */
export const ERASED_TABLES = ['click_keys', 'seen'];

/**
 * Writes a snapshot of a database into an empty file while others read and write. It contains no traces of deleted rows.
 * Throws if there is no database.
 */
export function copySqlite(path: string, target: string): void {
  // SQLite would create an empty one.
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  withReader(path, (source) => {
    source.exec('pragma query_only = off');
    source.prepare('vacuum into ?').run(target);
  });
}

/** Empties `ERASED_TABLES` in a copy. */
export function eraseVisitors(target: string): void {
  withReader(target, (copy) => {
    copy.exec('pragma query_only = off; pragma secure_delete = on');
    for (const table of tablesOf(copy)) {
      if (ERASED_TABLES.includes(table)) copy.exec(`delete from ${table}`);
    }
  });
}

/** The bytes that a copy of a database needs at most. */
export function copiedBytes(path: string): number {
  return withReader(path, (db) => {
    const pragma = (name: string): number => Number(db.prepare(`pragma ${name}`).get()?.[name]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  });
}

/** Reads a whole database file. Throws if it is damaged. */
export function inspectSqlite(path: string): BackupContent {
  return withReader(path, (db) => {
    const damage = db.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (damage !== 'ok') throw new Error(`is damaged: ${String(damage)}`);
    const tables = tablesOf(db);
    const rows = tables.map((table) => {
      const counted = db.prepare(`select count(*) as rows from "${table}"`).get();
      return [table, Number(counted?.rows)] as const;
    });
    const migrations = tables
      .filter((table) => table === 'migrations' || table === 'click_migrations')
      .flatMap((table) => db.prepare(`select name from ${table} order by name`).all())
      .map(({ name }) => String(name));
    return { rows: Object.fromEntries(rows), migrations };
  });
}

/** When the database was created, as in its identity; undefined: it has no migrations. */
export function createdAt(path: string): string | undefined {
  return withReader(path, (db) => {
    if (!tablesOf(db).includes('migrations')) return undefined;
    const sql = 'select applied_at as made from migrations order by name limit 1';
    const made = db.prepare(sql).get()?.made;
    return made === undefined ? undefined : String(made);
  });
}

function withReader<T>(path: string, work: (db: Connection) => T): T {
  const db = openReader(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function tablesOf(db: Connection): string[] {
  const sql = `select name from sqlite_master where type = 'table' and name not like 'sqlite@_%' escape '@'
    order by name`;
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}
