import { hash } from 'node:crypto';

/** A row as every engine gives it. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** The number of rows and a checksum of their content. */
export interface Checksum {
  readonly rows: number;
  readonly sum: bigint;
}

export const NO_ROWS: Checksum = { rows: 0, sum: 0n };

/** Sums, so that the order of rows does not count: no two engines sort text the same way. */
export function withRows(checksum: Checksum, rows: readonly StoredRow[]): Checksum {
  let { sum } = checksum;
  for (const row of rows) sum += BigInt(`0x${hash('sha256', canonicalText(row), 'hex')}`);
  return { rows: checksum.rows + rows.length, sum: BigInt.asUintN(256, sum) };
}

/** In hexadecimal, with the length of a SHA-256. */
export function checksumText({ sum }: Checksum): string {
  return sum.toString(16).padStart(64, '0');
}

export function isSame(a: Checksum, b: Checksum): boolean {
  return a.rows === b.rows && a.sum === b.sum;
}

/** Equal for rows with the same values, whatever order their columns have. */
function canonicalText(row: StoredRow): string {
  const columns = Object.keys(row).toSorted();
  return JSON.stringify(columns.map((column) => [column, row[column]]));
}

/** The columns in which two rows differ. */
export function differingColumns(a: StoredRow, b: StoredRow): string[] {
  const columns = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...columns].filter((column) => a[column] !== b[column]).toSorted();
}
