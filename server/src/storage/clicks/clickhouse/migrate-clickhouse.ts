import { readdirSync, readFileSync } from 'node:fs';
import { MIGRATIONS } from '../../../package-files.ts';
import { VERSION } from '../../../version.ts';
import { refuseNewerStore } from '../../migrate.ts';
import type { ClickHouse } from './clickhouse.ts';

const FOLDER = `${MIGRATIONS}/clicks-clickhouse`;

/**
 * Applies the missing migrations. ClickHouse has no transactions: every statement can be repeated, so two processes can
 * do it at the same time. Throws `StoreTooNew`, `StoreUnavailable`.
 */
export async function migrateClickHouse(db: ClickHouse, now: number): Promise<void> {
  await db.run(
    `create table if not exists click_migrations (name String, applied_at Int64, version String)
     engine = MergeTree order by name`,
  );
  // Stores from before 0.1.0 have none.
  await db.run(`alter table click_migrations add column if not exists version String`);
  const rows = await db.rows<{ name: string; version: string }>(
    'select name, max(version) as version from click_migrations group by name order by name',
  );
  const known = rows.map(({ name }) => name);
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const newer = rows.findLast(({ name }) => !files.includes(name))?.version;
  refuseNewerStore(known, files, newer === '' ? undefined : newer);
  for (const name of files.filter((file) => !known.includes(file))) {
    const script = readFileSync(`${FOLDER}/${name}`, 'utf8').replace(/^--.*\n/gm, '');
    for (const statement of script.split(';\n')) {
      if (statement.trim() !== '') await db.run(statement);
    }
    await db.insert(
      'click_migrations',
      ['name', 'applied_at', 'version'],
      [[name, now, VERSION]],
      name,
    );
  }
}
