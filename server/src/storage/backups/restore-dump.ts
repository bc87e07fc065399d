import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { portableScript, schemasIn } from './dump-script.ts';
import { listDump } from './postgres-dump.ts';
import { startProgram } from './postgres-tools.ts';

/** Drops the tables of the schema, except those of extensions. */
const DROP_TABLES = `do $$ declare one record; begin
  for one in select c.oid::regclass as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop execute format('drop table if exists %s cascade', one.name); end loop;
end $$;
`;

/**
 * Restores the schema of Smartlink from a dump, and leaves other schemas alone. In one transaction: if anything fails or
 * this process ends, the database is unchanged. `replace`: the tables that it has are dropped in the same transaction.
 */
export async function restoreDump(url: string, dump: string, replace: boolean): Promise<void> {
  const args = [
    '--no-psqlrc',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--output=/dev/null',
    '--file=-',
  ];
  const { schema, isNew } = await targetSchema(url, dump);
  const psql = startProgram('psql', args, url, ['pipe', 'ignore']);
  const script = startProgram(
    'pg_restore',
    ['--no-owner', '--no-privileges', `--schema=${schema}`, '--file=-', dump],
    undefined,
    ['ignore', 'pipe'],
  );
  const input = psql.child.stdin as Writable;
  // If it ends early, it has reported why.
  input.on('error', () => undefined);
  try {
    const create = isNew ? `create schema "${schema.replaceAll('"', '""')}";\n` : '';
    await write(input, `begin;\n${create}${replace ? DROP_TABLES : ''}`);
    for await (const chunk of portableScript(script.child.stdout as Readable)) {
      await write(input, chunk);
    }
    await script.ended;
    await write(input, '\ncommit;\n');
    input.end();
    await psql.ended;
  } catch (error) {
    script.child.kill();
    // What psql reports is the cause.
    if (error instanceof EndedEarly) await psql.ended;
    psql.child.kill();
    throw error;
  }
}

/**
 * The schema of the tables in a dump. Rejects if the address leads to another one: a dump names the schema of each table, so
 * the service would not find them.
 */
async function targetSchema(
  url: string,
  dump: string,
): Promise<{ readonly schema: string; readonly isNew: boolean }> {
  const { currentSchema } = await import('../postgres/sessions.ts');
  const current = await currentSchema(url);
  const schemas = schemasIn(await listDump(dump));
  const [first] = schemas;
  if (first === undefined) throw new Error(`${dump} has no tables of Smartlink`);
  if (current === undefined) return { schema: first, isNew: true };
  if (schemas.includes(current)) return { schema: current, isNew: false };
  const advice = `create this schema, and add the parameter options=-c search_path=${first} to the address`;
  throw new Error(
    `the backup has the schema "${first}", but the address leads to the schema "${current}"; ${advice}`,
  );
}

class EndedEarly extends Error {}

async function write(input: Writable, chunk: string | Buffer): Promise<void> {
  if (input.destroyed || input.writableEnded) throw new EndedEarly('psql has ended');
  if (input.write(chunk)) return;
  // If psql ends, a pipe that breaks comes before the end of the pipe.
  await Promise.race([once(input, 'drain'), once(input, 'close')]).catch(() => undefined);
}
