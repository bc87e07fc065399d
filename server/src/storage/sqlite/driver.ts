import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailable, type SqlValue } from '../database.ts';
import { unopened } from './unopened.ts';

export type Connection = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

const require = createRequire(import.meta.url);
// Node.js has SQLite without a warning since version 24. Earlier versions use a prebuilt package with the
// same interface, so nothing is compiled.
const builtIn = Number(process.versions.node.split('.')[0]) >= 24;
const { DatabaseSync } = require(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => Connection;
};

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * What a connection keeps of the file, in KiB. A process has up to seven readers and a writer, and the pages are in the
 * memory of the operating system, too: a lookup among 50,000 links takes 4.7 µs with 16 MB and 4.1 µs with 64 MB.
 */
const READER_CACHE_KIB = 16 * 1024;
const WRITER_CACHE_KIB = 64 * 1024;

/**
 * Opens a file and runs the first statements, in which some errors of opening appear.
 * @throws `StoreUnavailable` that names the file if it cannot be opened or written
 */
function openFile(path: string, statements: string): Connection {
  try {
    const connection = new DatabaseSync(path);
    connection.exec(statements);
    return connection;
  } catch (thrown) {
    const error = classified(thrown);
    const isOfFile = error instanceof StoreUnavailable && OF_FILE.includes(error.reason);
    throw isOfFile ? unopened(path, error) : error;
  }
}

const OF_FILE: readonly string[] = ['SQLITE_CANTOPEN', 'SQLITE_READONLY'];

export function openReader(path: string): Connection {
  return openFile(
    path,
    `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma query_only = on; pragma cache_size = -${READER_CACHE_KIB}`,
  );
}

/** The connection that writes. A commit is on the disk when it returns (`synchronous = full`). */
export function openWriter(path: string): Connection {
  return openFile(path, `${FOR_WRITING}; pragma journal_mode = wal`);
}

/** The same, but opening changes nothing in a file without a write-ahead log, such as that of a backup. */
export function openForWriting(path: string): Connection {
  return openFile(path, FOR_WRITING);
}

const FOR_WRITING =
  `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; ` +
  'pragma synchronous = full; pragma foreign_keys = on; ' +
  // The checkpointer does this: inside a commit, a checkpoint would delay every answer.
  `pragma wal_autocheckpoint = 0; pragma cache_size = -${WRITER_CACHE_KIB}`;

/** Rows as arrays, in the order of the columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: SqlValue[][];
}

/**
 * The maximum number of prepared statements of a connection. Each takes about 40 KiB, and the filters of a list, which viewers
 * choose, can form thousands of different statements.
 */
const MAX_STATEMENTS = 300;

/**
 * Only the garbage collection ends a statement, and V8 does not see the memory of SQLite: by itself, it would collect thousands
 * of them too late.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** A connection with its prepared statements. */
export class Prepared {
  readonly #connection: Pick<Connection, 'prepare' | 'exec' | 'close'>;
  readonly #statements = new Map<string, Statement>();
  readonly #tables = new Map<string, { statement: Statement; columns: readonly string[] }>();

  constructor(connection: Pick<Connection, 'prepare' | 'exec' | 'close'>) {
    this.#connection = connection;
  }

  /** Runs a script of statements without parameters. */
  exec(script: string): void {
    this.#connection.exec(script);
  }

  of(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #prepare(sql: string): Statement {
    if (this.#statements.size + this.#tables.size >= MAX_STATEMENTS) {
      this.#statements.clear();
      this.#tables.clear();
      collectGarbage();
    }
    return this.#connection.prepare(sql);
  }

  all<Row>(sql: string, parameters: readonly SqlValue[] = []): Row[] {
    return this.of(sql).all(...parameters) as Row[];
  }

  table(sql: string, parameters: readonly SqlValue[]): Table {
    let prepared = this.#tables.get(sql);
    if (!prepared) {
      const statement = this.#prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name ?? '') };
      this.#tables.set(sql, prepared);
    }
    const { statement, columns } = prepared;
    return { columns, rows: statement.all(...parameters) as SqlValue[][] };
  }

  run(sql: string, parameters: readonly SqlValue[] = []): number {
    return this.of(sql).run(...parameters).changes;
  }

  rollback(): void {
    try {
      this.run('rollback');
    } catch {
      // SQLite has rolled back already, as it does when the disk is full.
    }
  }

  /** Never throws. The next read or write opens the file again. */
  close(): void {
    try {
      this.#connection.close();
    } catch {
      // What prevents it is an error of the file, which was reported before.
    }
  }
}

// Primary result codes that say "not now" rather than "never": https://sqlite.org/rescode.html
const UNAVAILABLE: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The primary result code of an error that SQLite gave. */
function resultCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** The same error, as `StoreUnavailable` where the database cannot be used now. */
export function classified(error: unknown): unknown {
  const code = resultCode(error);
  if (error instanceof StoreUnavailable) return error;
  const message = error instanceof Error ? error.message : String(error);
  const reason =
    (code !== undefined ? UNAVAILABLE[code] : undefined) ??
    // Some errors have no code.
    (/unable to open database|readonly database|disk I\/O error/i.test(message)
      ? 'SQLITE_CANTOPEN'
      : undefined) ??
    // Only before the migrations have run.
    (/no such (table|column)/i.test(message) ? 'NOT_MIGRATED' : undefined);
  return reason === undefined ? error : new StoreUnavailable(reason, message);
}
