import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { startProgram } from './postgres-tools.ts';

/** Drops the tables of the database, except those of extensions. */
const DROP_TABLES = `do $$ declare one record; begin
  for one in select c.oid::regclass as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop execute format('drop table if exists %s cascade', one.name); end loop;
end $$;
`;

/**
 * Restores a dump in one transaction: if anything fails or this process ends, the database is unchanged. `replace`: the
 * tables that it has are dropped in the same transaction.
 */
export async function restoreDump(url: string, dump: string, replace: boolean): Promise<void> {
  const args = [
    '--no-psqlrc',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--output=/dev/null',
    '--file=-',
  ];
  const psql = startProgram('psql', args, url, ['pipe', 'ignore']);
  const script = startProgram(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--file=-', dump],
    undefined,
    ['ignore', 'pipe'],
  );
  const input = psql.child.stdin as Writable;
  // If it ends early, it has reported why.
  input.on('error', () => undefined);
  try {
    await write(input, `begin;\n${replace ? DROP_TABLES : ''}`);
    for await (const chunk of script.child.stdout as Readable) await write(input, chunk as Buffer);
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

class EndedEarly extends Error {}

async function write(input: Writable, chunk: string | Buffer): Promise<void> {
  if (input.destroyed || input.writableEnded) throw new EndedEarly('psql has ended');
  if (input.write(chunk)) return;
  await Promise.race([once(input, 'drain'), once(input, 'close')]);
}
