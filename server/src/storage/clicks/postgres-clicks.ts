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
        const { from, parameters } = unnested(columns, keys);
        return all<Row>(`${sql} where (${names}) in (select * from ${from}) ${tail}`, parameters);
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
  const { from, parameters } = unnested(columns, rows);
  const sql = `insert into ${table} (${Object.keys(columns).join(', ')}) select * from ${from} ${tail}`;
  return [sql, parameters];
}

/** Rows as a table of a statement. One array for each column, so that the statement is the same for any number of rows. */
function unnested(
  columns: ColumnTypes,
  rows: readonly (readonly SqlValue[])[],
): { readonly from: string; readonly parameters: SqlValue[][] } {
  const arrays = Object.values(columns).map((type) => `?::${type}[]`);
  return {
    from: `unnest(${arrays.join(', ')})`,
    parameters: arrays.map((_, at) => rows.map((row) => row[at] ?? null)),
  };
}
