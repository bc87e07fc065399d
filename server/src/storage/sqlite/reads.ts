import type { BatchTotals, SqlValue } from '../database.ts';
import type { Failure } from './requests.ts';

/** Reads the database: on this thread or on others. */
export interface Reads {
  all<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>;
  /** See `Database`. */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Row | undefined>;
  /** How many reads wait. */
  readonly waiting: number;
  readonly batches: BatchTotals;
  /** Finishes what is running, then closes the database. */
  close(): Promise<void>;
}

/** Some reads for a thread. Each has the number of its statement, and its parameters. */
export interface ReadBatch {
  readonly statements: readonly string[];
  readonly reads: readonly (readonly [statement: number, ...parameters: SqlValue[]])[];
}

/** What a thread replies. Rows are arrays, which cross to another thread at a third of the cost of objects. */
export interface ReadReply {
  /** The names of the columns of each statement that was executed. */
  readonly columns: readonly (readonly string[])[];
  /** For each read, in their order; fewer than requested if they take long. */
  readonly results: readonly (readonly SqlValue[][] | Failure)[];
  readonly tookMs: number;
}

/**
 * How long a thread works on a batch before it replies with what it has, in milliseconds, and how long other
 * reads wait for a thread before another one helps. A read from memory takes a hundredth of it.
 */
export const PATIENCE_MS = 4;
