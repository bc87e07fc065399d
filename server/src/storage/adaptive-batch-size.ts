import { yieldToEventLoop } from '../time-slices.ts';
import type { Engine } from './database.ts';

/** If a read takes longer than this, the next one reads fewer rows; if it takes much less, more. */
const LONG_MS = 4;

interface Sizes {
  /** Rows of the first read. */
  readonly first: number;
  /** Rows of the first read on SQLite. */
  readonly firstOnSqlite: number;
  readonly max: number;
}

/**
 * How many rows to read at once. The rows of SQLite arrive in one message, which the thread that answers
 * visits copies at once, and a row can have up to 60 KB, so the duration of the last read decides. Those of
 * PostgreSQL arrive in parts.
 */
export class AdaptiveBatchSize {
  readonly #first: number;
  readonly #max: number;
  readonly #isSqlite: boolean;
  #rows: number;

  constructor(engine: Engine, { first, firstOnSqlite, max }: Sizes) {
    this.#isSqlite = engine === 'sqlite';
    this.#max = max;
    this.#first = this.#rows = Math.min(max, this.#isSqlite ? firstOnSqlite : first);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Runs a read of `rows` rows, then lets other work run. */
  async read<Result>(read: () => Promise<Result>): Promise<Result> {
    const begin = performance.now();
    const result = await read();
    const took = performance.now() - begin;
    if (!this.#isSqlite) this.#rows = this.#max;
    // Never below the first: a read that waits for others takes long too, and more reads would wait longer.
    else if (took > LONG_MS) this.#rows = Math.max(this.#first, Math.floor(this.#rows / 4));
    else if (took < LONG_MS / 4) this.#rows = Math.min(this.#max, this.#rows * 4);
    await yieldToEventLoop();
    return result;
  }
}

/**
 * Rows with numbers below `before`, the highest first and at most `limit`, in batches of adaptive size. `read`
 * returns the next rows below a number.
 */
export async function* batchesBelow<Row extends { readonly seq: number }>(
  engine: Engine,
  sizes: Sizes,
  before: number,
  limit: number,
  read: (before: number, count: number) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  const batch = new AdaptiveBatchSize(engine, sizes);
  let from = before;
  for (let left = limit; left > 0;) {
    const count = Math.min(batch.rows, left);
    const rows = await batch.read(() => read(from, count));
    yield rows;
    if (rows.length < count) return;
    left -= count;
    from = rows.at(-1)?.seq ?? 0;
  }
}
