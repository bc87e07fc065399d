import type { Readable } from 'node:stream';
import type { BackupContent } from '../../domain/backup/manifest.ts';
import { ERASED_TABLES } from './sqlite-copy.ts';
import { startProgram } from './postgres-tools.ts';

const NEWLINE = 10;

/** Writes a snapshot of the schema of a database into a file with `pg_dump`, while others read and write. */
export async function dumpPostgres(url: string, target: string, stop: AbortSignal): Promise<void> {
  const left = ERASED_TABLES.map((table) => `--exclude-table-data=${table}`);
  // It loads the driver, which backups of files do not need.
  const { currentSchema } = await import('../postgres/sessions.ts');
  const schema = await currentSchema(url);
  // In quotation marks, no character has a special meaning. Other schemas belong to others.
  const only = schema === undefined ? [] : [`--schema="${schema.replaceAll('"', '""')}"`];
  const args = ['--format=custom', '--no-owner', '--no-privileges', ...only, ...left];
  args.push(`--file=${target}`);
  await startProgram('pg_dump', args, url, ['ignore', 'ignore'], stop).ended;
}

/** The list of what is in a dump, as `pg_restore` writes it. */
export async function listDump(path: string): Promise<string> {
  const args = ['--list', path];
  const { child, ended } = startProgram('pg_restore', args, undefined, ['ignore', 'pipe']);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout as Readable) chunks.push(chunk as Buffer);
  await ended;
  return Buffer.concat(chunks).toString();
}

/** Reads a whole dump. Rejects if it is damaged. */
export async function inspectDump(path: string, stop?: AbortSignal): Promise<BackupContent> {
  const args = ['--file=-', path];
  const { child, ended } = startProgram('pg_restore', args, undefined, ['ignore', 'pipe'], stop);
  const counter = new CopyCounter();
  for await (const chunk of child.stdout as Readable) counter.add(chunk as Buffer);
  await ended;
  return counter.content();
}

/** Counts the rows of the tables in a script of `pg_restore`. */
class CopyCounter {
  readonly #rows: Record<string, number> = {};
  readonly #migrations: string[] = [];
  #table: string | undefined;
  /** The start of a line whose end is in the next chunk. */
  #begun: Buffer[] = [];

  add(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (end === -1) break;
      const rest = chunk.subarray(from, end);
      this.#line(this.#begun.length === 0 ? rest : Buffer.concat([...this.#begun, rest]));
      this.#begun = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from));
  }

  #line(line: Buffer): void {
    if (this.#table === undefined) {
      // Such a line contains only names.
      const [, table] = /^COPY (?:\S+\.)?(\w+) \(.*\) FROM stdin;$/.exec(line.toString()) ?? [];
      if (table === undefined) return;
      this.#table = table;
      this.#rows[table] ??= 0;
    } else if (line.length === 2 && line.toString() === String.raw`\.`) {
      this.#table = undefined;
    } else {
      this.#rows[this.#table] = (this.#rows[this.#table] ?? 0) + 1;
      if (this.#table.endsWith('migrations')) {
        this.#migrations.push(line.toString().split('\t')[0] ?? '');
      }
    }
  }

  content(): BackupContent {
    return { rows: this.#rows, migrations: this.#migrations.toSorted() };
  }
}
