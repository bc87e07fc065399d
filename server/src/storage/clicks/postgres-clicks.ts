import type { ClientBase } from 'pg';
import type { ColumnTypes, SqlValue, Transaction } from '../database.ts';
import { Connections } from '../postgres/connections.ts';
import type { PostgresSettings } from '../postgres/driver.ts';
import type { Parameters } from '../postgres/redeem-batch.ts';
import type { ClickSql, ClickTransaction, ClickValue } from './click-sql.ts';

/** The database of clicks, on the click thread. */
export class PostgresClicks implements ClickSql {
  readonly engine = 'postgres';
  readonly #connections: Connections;

  constructor(settings: PostgresSettings) {
    this.#connections = new Connections(settings);
  }

  all<Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#connections.run<Row>(sql, parameters);
  }

  migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#connections.migration(work);
  }

  transaction<T>(work: (tx: ClickTransaction) => Promise<T>): Promise<T> {
    return this.#connections.transact(undefined, (client) => work(this.#transactionOn(client)));
  }

  #transactionOn(client: ClientBase): ClickTransaction {
    const ask = (sql: string, parameters: readonly (ClickValue | readonly SqlValue[])[] = []) =>
      this.#connections.query(client, sql, parameters as Parameters);
    const all = async <Row>(
      sql: string,
      parameters?: readonly (ClickValue | readonly SqlValue[])[],
    ): Promise<Row[]> => (await ask(sql, parameters)).rows as Row[];
    return {
      all,
      run: async (sql, parameters) => (await ask(sql, parameters)).rowCount ?? 0,
      insert: async <Row>(
        table: string,
        columns: ColumnTypes,
        rows: readonly (readonly SqlValue[])[],
        tail: string,
      ): Promise<Row[]> =>
        rows.length === 0 ? [] : all<Row>(...inserted(table, columns, rows, tail)),
      append: async (table, columns, values) => {
        if (values[0]?.length) await all(insertSql(table, columns, ''), values);
      },
      insertMissing: async (table, columns, rows) => {
        if (rows.length === 0) return [];
        const names = Object.keys(columns);
        const list = names.join(', ');
        const tail = `on conflict (${list}) do nothing returning ${list}`;
        const stored = await all<Record<string, number>>(...inserted(table, columns, rows, tail));
        return stored.map((row) => names.map((name) => row[name] ?? 0));
      },
      lookUp: async <Row>(
        sql: string,
        columns: ColumnTypes,
        keys: readonly (readonly SqlValue[])[],
        tail = '',
      ): Promise<Row[]> => {
        if (keys.length === 0) return [];
        const names = Object.keys(columns).join(', ');
        return all<Row>(
          `${sql} where (${names}) in (select * from ${unnested(columns)}) ${tail}`,
          byColumn(columns, keys),
        );
      },
    };
  }

  forget(): void {
    // The pool replaces broken connections.
  }

  async close(): Promise<void> {
    await this.#connections.end();
  }
}

/** A statement that inserts many rows, with its parameters. */
function inserted(
  table: string,
  columns: ColumnTypes,
  rows: readonly (readonly SqlValue[])[],
  tail: string,
): [sql: string, parameters: SqlValue[][]] {
  return [insertSql(table, columns, tail), byColumn(columns, rows)];
}

/** Its parameters are the values of each column. */
function insertSql(table: string, columns: ColumnTypes, tail: string): string {
  return `insert into ${table} (${Object.keys(columns).join(', ')}) select * from ${unnested(columns)} ${tail}`;
}

/** Rows as a table of a statement. One array for each column, so that the statement is the same for any number of rows. */
function unnested(columns: ColumnTypes): string {
  return `unnest(${Object.values(columns)
    .map((type) => `?::${type}[]`)
    .join(', ')})`;
}

function byColumn(columns: ColumnTypes, rows: readonly (readonly SqlValue[])[]): SqlValue[][] {
  return Object.keys(columns).map((_, at) => rows.map((row) => row[at] ?? null));
}
