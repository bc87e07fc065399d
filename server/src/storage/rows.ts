import type { SqlValue, Transaction } from './database.ts';

// Columns have the names of fields in snake case: `appId` is stored in `app_id`.

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The select list of some fields: `id, app_id as "appId"`. */
export function selectList(fields: readonly string[]): string {
  return fields
    .map((field) => (columnOf(field) === field ? field : `${columnOf(field)} as "${field}"`))
    .join(', ');
}

/** An insert of some rows, with a parameter for each value of a row after the other. */
export function insertRowsSql(table: string, columns: readonly string[], rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = Array.from({ length: rows }, () => row).join(', ');
  return `insert into ${table} (${columns.join(', ')}) values ${values}`;
}

/** How many old rows one transaction deletes, so that other writes do not wait long. */
export const DELETED_AT_ONCE = 500;

/** Inserts these fields of a row. All other columns get their defaults. */
export async function insertRow<Field extends string>(
  tx: Transaction,
  table: string,
  fields: readonly Field[],
  row: Readonly<Record<Field, SqlValue>>,
): Promise<void> {
  const sql = `insert into ${table} (${fields.map(columnOf).join(', ')})
    values (${fields.map(() => '?').join(', ')})`;
  const values = fields.map((field) => row[field]);
  await tx.run(sql, values);
}
