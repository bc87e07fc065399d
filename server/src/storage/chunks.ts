import type { SqlValue } from './link-columns.ts';

/** How much one statement may write. */
export interface ChunkSize {
  readonly rows: number;
  /** Of all values together; a single row may have more. */
  readonly characters: number;
}

/** Splits rows, in their order, into what one statement may write. */
export function* chunks<Row extends readonly SqlValue[]>(
  rows: readonly Row[],
  max: ChunkSize,
): Generator<readonly Row[], void> {
  let chunk: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const size = row.reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
    if (chunk.length > 0 && (chunk.length >= max.rows || characters + size > max.characters)) {
      yield chunk;
      [chunk, characters] = [[], 0];
    }
    chunk.push(row);
    characters += size;
  }
  if (chunk.length > 0) yield chunk;
}
