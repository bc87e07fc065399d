import type { ColumnTypes, Migratable, SqlValue } from '../database.ts';

export type ClickValue = SqlValue | Uint8Array;

/** A transaction of the click thread. The statements are those of both engines, with `?` for parameters. */
export interface ClickTransaction {
  all<Row>(sql: string, parameters?: readonly ClickValue[]): Promise<Row[]>;
  /** Returns how many rows were changed. */
  run(sql: string, parameters?: readonly ClickValue[]): Promise<number>;
  /**
   * Inserts rows; `tail` is the rest of the statement, such as `on conflict`. Returns what its `returning`
   * selects. The values of a row are in the order of the columns.
   */
  insert<Row>(
    table: string,
    columns: ColumnTypes,
    rows: readonly (readonly SqlValue[])[],
    tail: string,
  ): Promise<Row[]>;
  /** Inserts many new rows. `values`: those of each column. */
  append(
    table: string,
    columns: ColumnTypes,
    values: readonly (readonly SqlValue[])[],
  ): Promise<void>;
  /** Inserts the rows that are not in a table whose key are all these columns. Returns them. */
  insertMissing(
    table: string,
    columns: ColumnTypes,
    rows: readonly (readonly number[])[],
  ): Promise<readonly (readonly number[])[]>;
  /**
   * The rows whose values in some columns are one of the keys. `sql`: a query without `where`; `tail`: what follows it.
   */
  lookUp<Row>(
    sql: string,
    columns: ColumnTypes,
    keys: readonly (readonly SqlValue[])[],
    tail?: string,
  ): Promise<Row[]>;
}

/** The database of the click thread. */
export interface ClickSql extends Migratable {
  /** Runs `work` in a transaction. PostgreSQL can run it more than once. */
  transaction<T>(work: (tx: ClickTransaction) => Promise<T>): Promise<T>;
  /** Closes what is open after an error; the next transaction opens it again. */
  forget(): void;
  close(): Promise<void>;
}
