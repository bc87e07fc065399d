import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ColumnTypes, SqlValue, Transaction } from '../database.ts';
import { insertRowsSql } from '../rows.ts';
import { classified, openForWriting, Prepared, type Statement } from '../sqlite/driver.ts';
import { makePrivateFile } from '../sqlite/private-file.ts';
import type { ClickSql, ClickTransaction, ClickValue } from './click-sql.ts';

/** Short, so that the thread can still answer while another process has locked the file. */
const BUSY_TIMEOUT_MS = 3000;
/** The rows of one statement: larger ones take a third of the time for each row. */
const ROWS_PER_INSERT = [1024, 64, 1];

/** The file of clicks, on the click thread. It has one connection, so transactions run one after the other. */
export class SqliteClicks implements ClickSql {
  readonly engine = 'sqlite';
  readonly #path: string;
  #db: Prepared | undefined;
  /** Whether the file has a write-ahead log. Not before the first transaction: to be read leaves a backup as it is. */
  #isLogged = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = resolve(path);
  }

  async all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    try {
      return this.#open().all<Row>(sql, parameters);
    } catch (error) {
      throw classified(error);
    }
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const script = async (sql: string): Promise<void> => this.#db?.exec(sql);
    // A migration uses these only.
    const { engine } = this;
    return this.transaction((tx) => work({ ...tx, engine, script } as unknown as Transaction));
  }

  transaction<T>(work: (tx: ClickTransaction) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transact(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #transact<T>(work: (tx: ClickTransaction) => Promise<T>): Promise<T> {
    try {
      const db = this.#open();
      if (!this.#isLogged) this.#isLogged = hasLog(db);
      db.run('begin immediate');
      try {
        const result = await work(transactionOn(db));
        db.run('commit');
        return result;
      } catch (error) {
        db.rollback();
        throw error;
      }
    } catch (error) {
      throw classified(error);
    }
  }

  #open(): Prepared {
    // A connection would continue to write to a file that was removed.
    if (this.#db && existsSync(this.#path)) return this.#db;
    this.forget();
    if (!existsSync(this.#path)) makePrivateFile(this.#path);
    const db = new Prepared(openForWriting(this.#path));
    // A commit reaches the operating system, so that no crash of this process loses it, but does not wait for the
    // disk: a power failure may lose the last clicks, as it loses those in memory. It cannot damage the file.
    db.exec(
      `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma synchronous = normal; ` +
        // No visit waits for this thread, so it can copy the log itself.
        'pragma wal_autocheckpoint = 2000; pragma journal_size_limit = 67108864',
    );
    this.#db = db;
    return db;
  }

  forget(): void {
    this.#db?.close();
    this.#db = undefined;
    this.#isLogged = false;
  }

  async close(): Promise<void> {
    this.forget();
  }
}

function hasLog(db: Prepared): boolean {
  const [row] = db.all<{ journal_mode: string }>('pragma journal_mode = wal');
  return row?.journal_mode === 'wal';
}

function transactionOn(db: Prepared): ClickTransaction {
  const all = <Row>(sql: string, parameters: readonly ClickValue[] = []): Row[] =>
    db.all<Row>(sql, parameters as readonly SqlValue[]);
  const insert = (table: string, columns: ColumnTypes, count: number, tail: string): Statement =>
    db.of(`${insertRowsSql(table, Object.keys(columns), count)} ${tail}`);
  return {
    all: async (sql, parameters) => all(sql, parameters),
    run: async (sql, parameters = []) => db.run(sql, parameters as readonly SqlValue[]),
    insert: async <Row>(
      table: string,
      columns: ColumnTypes,
      rows: readonly (readonly SqlValue[])[],
      tail: string,
    ): Promise<Row[]> => {
      const single = insert(table, columns, 1, tail);
      if (tail.includes('returning')) return rows.flatMap((row) => single.all(...row) as Row[]);
      for (const row of rows) single.run(...row);
      return [];
    },
    append: async (table, columns, values) => {
      const rows = values[0]?.length ?? 0;
      let from = 0;
      for (const count of ROWS_PER_INSERT) {
        if (from + count > rows) continue;
        const many = insert(table, columns, count, '');
        for (; from + count <= rows; from += count) many.run(...rowByRow(values, from, count));
      }
    },
    insertMissing: async (table, columns, rows) => {
      const single = insert(table, columns, 1, 'on conflict do nothing');
      return rows.filter((row) => single.run(...row).changes > 0);
    },
    lookUp: async <Row>(
      sql: string,
      columns: ColumnTypes,
      keys: readonly (readonly SqlValue[])[],
      tail = '',
    ): Promise<Row[]> => {
      const where = Object.keys(columns).map((name) => `${name} = ?`);
      const statement = db.of(`${sql} where ${where.join(' and ')} ${tail}`);
      return keys.flatMap((key) => statement.all(...key) as Row[]);
    },
  };
}

/** The values of some rows, one row after the other. */
function rowByRow(
  values: readonly (readonly SqlValue[])[],
  from: number,
  count: number,
): readonly SqlValue[] {
  const all: SqlValue[] = [];
  for (let row = from; row < from + count; row++) {
    for (const column of values) all.push(column[row] ?? null);
  }
  return all;
}
