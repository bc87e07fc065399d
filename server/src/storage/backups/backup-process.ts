import { StoreUnavailable } from '../database.ts';
import type { BackupReply, BackupTask } from './run-backup.ts';
import { pathOf, writeFiles } from './write-files.ts';

/** Writes the files of a backup in a process of its own: see `runBackup`. SIGTERM stops it. */

process.once('message', (task: BackupTask) => void write(task));

async function write({ stores, database, folder }: BackupTask): Promise<void> {
  const stop = new AbortController();
  // Without a handler, the signal also ends a statement of SQLite that is running.
  const hasPrograms = stores.some(({ url }) => pathOf(url) === undefined);
  if (hasPrograms) process.once('SIGTERM', () => stop.abort());
  // The process that started this one was killed.
  const end = (): boolean => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', end);
  const reply = await writeFiles(stores, database, folder, stop.signal).then(
    (files): BackupReply => ({ files }),
    (error: unknown): BackupReply => ({
      error: error instanceof Error ? error.message : String(error),
      ...(error instanceof StoreUnavailable && { unavailable: error.reason }),
    }),
  );
  if (!process.connected) return;
  process.send?.(reply, () => {
    process.off('disconnect', end);
    process.disconnect();
  });
}
