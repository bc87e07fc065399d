import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clicksUrlOf } from '../../src/storage/clicks/open-clicks.ts';
import { openReader, openWriter, type Connection } from '../../src/storage/sqlite/driver.ts';
import { ENGINE } from '../store.ts';

// The databases of a store as SQL that its engine runs: a file can be read, and every later version of the engine can
// restore it.

const PATH = 'sqlite:'.length;
const pathsOf = (url: string): Readonly<Record<string, string>> => ({
  'links.sql': url.slice(PATH),
  'clicks.sql': clicksUrlOf(url).slice(PATH),
});

/** Writes the dumps of a store that no service uses. */
export async function dumpStore(url: string, folder: string): Promise<void> {
  if (ENGINE === 'postgres') {
    return writeFileSync(join(folder, 'database.sql'), await dumpPostgres(url));
  }
  for (const [name, path] of Object.entries(pathsOf(url))) {
    const connection = openReader(path);
    writeFileSync(join(folder, name), dumpSqlite(connection));
    connection.close();
  }
}

/** Fills an empty store with the dumps. */
export async function restoreStore(url: string, folder: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  if (ENGINE === 'postgres') {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(read('database.sql'));
    return client.end();
  }
  for (const [name, path] of Object.entries(pathsOf(url))) {
    const connection = openWriter(path);
    connection.exec(`pragma foreign_keys = off; begin; ${read(name)} commit;`);
    connection.close();
  }
}

async function dumpPostgres(url: string): Promise<string> {
  const options = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges'];
  const { stdout } = await promisify(execFile)('pg_dump', [...options, `--dbname=${url}`]);
  // Comments, and commands of psql.
  return stdout.replaceAll(/^(?:--.*|\\.*|)\n/gm, '');
}

interface Named {
  readonly name: string;
  readonly sql: string;
}

function dumpSqlite(connection: Connection): string {
  const rows = <Row>(sql: string): Row[] => connection.prepare(sql).all() as Row[];
  const made = rows<Named & { type: string }>(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid",
  );
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => name);
  const numbered = rows<Named>(
    "select name, sql from sqlite_master where name = 'sqlite_sequence'",
  );
  const inserts = [...tables, ...numbered.map(({ name }) => name)].flatMap((table) => {
    const columns = rows<Named>(`select name from pragma_table_info('${table}')`);
    const values = columns.map(({ name }) => `quote("${name}")`).join(` || ', ' || `);
    return rows<{ row: string }>(`select ${values} as row from "${table}"`).map(
      ({ row }) => `insert into "${table}" values (${row});\n`,
    );
  });
  const clear = numbered.length > 0 ? ['delete from sqlite_sequence;\n'] : [];
  const isIndex = ({ type }: { type: string }): boolean => type === 'index';
  return [
    ...made.filter((one) => !isIndex(one)).map(({ sql }) => `${sql};\n`),
    ...clear,
    ...inserts,
    ...made.filter(isIndex).map(({ sql }) => `${sql};\n`),
  ].join('');
}
