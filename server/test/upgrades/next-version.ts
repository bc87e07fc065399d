import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROGRAM, ROOT, temporaryFolder } from '../harness.ts';

/** The migrations of a version that follows this one. */
export const NEXT = ['9998_next.sql', '9999_next.sql'] as const;

/** The first one is long and locks no table that is used; the second one changes tables that every request needs. */
const SCRIPTS: Readonly<Record<(typeof NEXT)[number], string>> = {
  '9998_next.sql': `create table next_notes (id bigint primary key, note text not null);
    select pg_sleep(3);`,
  '9999_next.sql': `alter table links add column next_field text;
    create index links_next on links (next_field) where next_field is not null;
    alter table apps add column next_field text;
    alter table tokens add column next_field text;
    alter table webhooks add column next_field text;
    alter table webhook_events add column next_field text;`,
};

/**
 * A copy of the program with these migrations; returns its `main.js`. It is the next version as far as the database is
 * concerned: instances of this version do not know them, as those of an older version do not know the newest ones.
 */
export function nextVersion(): string {
  const folder = temporaryFolder();
  const server = join(ROOT, 'server');
  const program = join(folder, 'dist/program');
  cpSync(dirname(PROGRAM), program, { recursive: true });
  for (const name of ['assets', 'migrations', 'package.json']) {
    cpSync(join(server, name), join(folder, name), { recursive: true });
  }

  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, script] of Object.entries(SCRIPTS)) {
    writeFileSync(join(folder, 'migrations/postgres', name), script);
  }
  return join(program, 'main.js');
}
