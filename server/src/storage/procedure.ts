import type { SqlValue } from './database.ts';

/** A statement that a procedure runs, and whether it needs the rows or their count. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly (SqlValue | readonly SqlValue[])[];
  readonly wants: 'rows' | 'count';
}

/**
 * Several statements, independent of how they run: the procedure yields each one and gets its result. The writer
 * of SQLite runs a procedure synchronously, PostgreSQL asynchronously.
 */
export type Procedure<Result> = Generator<Statement, Result, unknown>;

export function* rowsOf<Row>(sql: string, parameters: Statement['parameters']): Procedure<Row[]> {
  return (yield { sql, parameters, wants: 'rows' }) as Row[];
}

export function* countOf(sql: string, parameters: Statement['parameters']): Procedure<number> {
  return (yield { sql, parameters, wants: 'count' }) as number;
}

/** Runs a procedure synchronously. */
export function runSync<Result>(
  procedure: Procedure<Result>,
  execute: (statement: Statement) => unknown,
): Result {
  let step = procedure.next();
  while (!step.done) step = procedure.next(execute(step.value));
  return step.value;
}

/** Runs a procedure asynchronously. */
export async function run<Result>(
  procedure: Procedure<Result>,
  execute: (statement: Statement) => Promise<unknown>,
): Promise<Result> {
  let step = procedure.next();
  while (!step.done) step = procedure.next(await execute(step.value));
  return step.value;
}
