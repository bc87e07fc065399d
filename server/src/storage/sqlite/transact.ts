import { NEW_CHANGE } from '../changes.ts';
import type { SqlValue, Transaction } from '../database.ts';
import { insertRowsSql } from '../rows.ts';
import type { WriterCommand } from './protocol.ts';
import type { WorkerThread } from './worker-thread.ts';

/** Rows of one insert of many. */
const INSERTED_ROWS = 100;

/** Runs `work` in a transaction, one at a time: see `WriteQueue`. */
export async function transact<T>(
  writer: WorkerThread<WriterCommand>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await writer.ask({ kind: 'run', sql: 'begin immediate', parameters: [] });
  // Another thread has another connection, on which each statement would take effect by itself.
  const { thread } = writer;
  const ask = (command: WriterCommand): Promise<unknown> => writer.ask(command, thread);
  let failed: { readonly error: unknown } | undefined;
  // After a failure the thread may have opened the file again, outside this transaction.
  const guarded = async <R>(command: WriterCommand): Promise<R> => {
    if (failed) throw failed.error;
    try {
      return (await ask(command)) as R;
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
  const all = <Row>(sql: string, parameters: readonly SqlValue[] = []): Promise<Row[]> =>
    guarded({ kind: 'all', sql, parameters });
  try {
    const result = await work({
      engine: 'sqlite',
      all,
      find: async <Row>(sql: string, parameters?: readonly SqlValue[]) =>
        (await all<Row>(sql, parameters))[0],
      run: (sql, parameters = []) => guarded({ kind: 'run', sql, parameters }),
      script: (sql) => guarded({ kind: 'script', sql }),
      // One transaction runs at a time, in one process: see `begin immediate` for the others.
      lockApps: async () => undefined,
      insertMany: async (table, columns, rows) => {
        const names = Object.keys(columns);
        for (let at = 0; at < rows.length;) {
          // Two statements, whatever the number of rows, since each is prepared and kept.
          const count = rows.length - at >= INSERTED_ROWS ? INSERTED_ROWS : 1;
          const some = rows.slice(at, at + count);
          const sql = insertRowsSql(table, names, count);
          const parameters = some.flat();
          await guarded({ kind: 'run', sql, parameters });
          at += count;
        }
      },
      // Other processes poll. Numbers become visible in their order, because one transaction runs at a time.
      announce: async (subject, now) => {
        const sql = insertRowsSql('changes', Object.keys(NEW_CHANGE), 1);
        await guarded({ kind: 'run', sql, parameters: [subject, now] });
      },
    });
    if (failed) throw failed.error;
    await ask({ kind: 'commit' });
    return result;
  } catch (error) {
    const rollback = { kind: 'run', sql: 'rollback', parameters: [] } as const;
    await ask(rollback).catch(() => undefined);
    throw error;
  }
}
