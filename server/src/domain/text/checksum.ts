import { hash } from 'node:crypto';

/** A row with the same values on every engine. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

export interface Checksum {
  readonly rows: number;
  readonly sum: bigint;
}

export const NO_ROWS: Checksum = { rows: 0, sum: 0n };

/** Adds rows. It is a sum, so the order of rows does not matter: the engines sort text differently. */
export function withRows(checksum: Checksum, rows: readonly StoredRow[]): Checksum {
  let { sum } = checksum;
  for (const row of rows) sum += BigInt(`0x${hash('sha256', canonicalText(row), 'hex')}`);
  return { rows: checksum.rows + rows.length, sum: BigInt.asUintN(256, sum) };
}

/** The checksum in hexadecimal, as long as a SHA-256. */
export function checksumText({ sum }: Checksum): string {
  return sum.toString(16).padStart(64, '0');
}

export function isSame(a: Checksum, b: Checksum): boolean {
  return a.rows === b.rows && a.sum === b.sum;
}

/** Equal for rows with the same values, in any order of columns. */
function canonicalText(row: StoredRow): string {
  const columns = Object.keys(row).toSorted();
  return JSON.stringify(columns.map((column) => [column, row[column]]));
}

/** The names of the columns in which two rows differ. */
export function differingColumns(a: StoredRow, b: StoredRow): string[] {
  const columns = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...columns].filter((column) => a[column] !== b[column]).toSorted();
}
