import {
  differingColumns,
  isSame,
  NO_ROWS,
  withRows,
  type Checksum,
  type StoredRow,
} from '../../domain/text/checksum.ts';
import {
  batchesOf,
  keyOf,
  rowsWithKeys,
  type Queryable,
  type Table,
} from '../../storage/tables.ts';

/** The comparison of one table in two databases. */
export interface Comparison {
  readonly table: string;
  readonly from: Checksum;
  readonly to: Checksum;
  /** The first row that differs, as text; undefined if all rows are equal. */
  readonly difference: string | undefined;
}

/** Rows of one query, which limits the memory. */
const BATCH_ROWS = 500;
/** Rows of one query when a difference is located. */
const LOOKUP_ROWS = 100;

/** Reads and compares tables of both databases. `progress` receives the number of rows since its last call. */
export async function compareStores(
  from: Queryable,
  to: Queryable,
  progress: (rows: number) => void,
  tables: readonly Table[],
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const table of tables) {
    const sums = {
      table: table.name,
      from: await checksumOf(batchesOf(from, table, BATCH_ROWS), progress),
      to: await checksumOf(batchesOf(to, table, BATCH_ROWS), progress),
    };
    const difference = isSame(sums.from, sums.to)
      ? undefined
      : await firstDifference(from, to, table);
    comparisons.push({ ...sums, difference });
  }
  return comparisons;
}

export async function checksumOf(
  batches: AsyncIterable<readonly StoredRow[]>,
  progress: (rows: number) => void,
): Promise<Checksum> {
  let checksum = NO_ROWS;
  for await (const rows of batches) {
    checksum = withRows(checksum, rows);
    progress(rows.length);
  }
  return checksum;
}

async function firstDifference(from: Queryable, to: Queryable, table: Table): Promise<string> {
  for await (const rows of batchesOf(from, table, LOOKUP_ROWS)) {
    const copies = await counterparts(to, table, rows);
    for (const row of rows) {
      const copy = copies.get(keyText(table, row));
      if (!copy) return `${keyText(table, row)} is missing in the copy`;
      const columns = differingColumns(row, copy).join(', ');
      if (columns !== '')
        return `${keyText(table, row)} has different values of ${columns} in the copy`;
    }
  }
  for await (const rows of batchesOf(to, table, LOOKUP_ROWS)) {
    const originals = await counterparts(from, table, rows);
    const extra = rows.find((row) => !originals.has(keyText(table, row)));
    if (extra) return `${keyText(table, extra)} is only in the copy`;
  }
  return 'rows changed during the comparison';
}

/** The same rows in the other database, by their keys as text. */
async function counterparts(
  db: Queryable,
  table: Table,
  rows: readonly StoredRow[],
): Promise<Map<string, StoredRow>> {
  const keys = rows.map((row) => keyOf(table, row));
  const found = await rowsWithKeys(db, table, keys);
  return new Map(found.map((row) => [keyText(table, row), row]));
}

/** `id 17`, `app_id app_9kQ2mVtRxY7cLwNp, platform web`. */
function keyText(table: Table, row: StoredRow): string {
  return table.key.map((column) => `${column} ${row[column]}`).join(', ');
}
