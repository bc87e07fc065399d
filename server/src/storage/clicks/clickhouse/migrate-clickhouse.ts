import { readdirSync, readFileSync } from 'node:fs';
import { MIGRATIONS } from '../../../package-files.ts';
import { refuseNewerStore } from '../../migrate.ts';
import type { ClickHouse } from './clickhouse.ts';

const FOLDER = `${MIGRATIONS}/clicks-clickhouse`;

/**
 * Applies the missing migrations. ClickHouse has no transactions: every statement can be repeated, so two processes can
 * do it at the same time. Throws `StoreTooNew`, `StoreUnavailable`.
 */
export async function migrateClickHouse(db: ClickHouse, now: number): Promise<void> {
  await db.run(
    `create table if not exists click_migrations (name String, applied_at Int64)
     engine = MergeTree order by name`,
  );
  const rows = await db.rows<{ name: string }>('select distinct name from click_migrations');
  const known = rows.map(({ name }) => name);
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  refuseNewerStore(known, files);
  for (const name of files.filter((file) => !known.includes(file))) {
    const script = readFileSync(`${FOLDER}/${name}`, 'utf8').replace(/^--.*\n/gm, '');
    for (const statement of script.split(';\n')) {
      if (statement.trim() !== '') await db.run(statement);
    }
    await db.insert('click_migrations', ['name', 'applied_at'], [[name, now]], name);
  }
}
