import type { ClientBase } from 'pg';
import type { ColumnTypes, SqlValue, Transaction } from '../database.ts';
import { byColumn, insertArrays, unnested } from '../postgres/arrays.ts';
import { Connections } from '../postgres/connections.ts';
import type { Parameters, PostgresSettings } from '../postgres/driver.ts';
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
        rows.length === 0
          ? []
          : all<Row>(insertArrays(table, columns, tail), byColumn(columns, rows)),
      append: async (table, columns, values) => {
        if (values[0]?.length) await all(insertArrays(table, columns), values);
      },
      insertMissing: async (table, columns, rows) => {
        if (rows.length === 0) return [];
        const names = Object.keys(columns);
        const list = names.join(', ');
        const sql = insertArrays(
          table,
          columns,
          `on conflict (${list}) do nothing returning ${list}`,
        );
        const stored = await all<Record<string, number>>(sql, byColumn(columns, rows));
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
