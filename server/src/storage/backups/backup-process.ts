import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../database.ts';
import type { BackupReply, BackupTask } from './run-backup.ts';
import { pathOf, writeFiles } from './write-files.ts';

/**
 * Writes the files of a backup in a process of its own: see `runBackup`. Its argument is the id of the process that started
 * it. SIGTERM stops it.
 */

/**
 * Ends this process when the one that started it was killed. In a thread, because `disconnect` is not emitted during a
 * statement of SQLite: this process would go on in a folder that was removed meanwhile, and delete the journal of the next
 * backup there.
 */
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 50);
`;
// `process.ppid` would be another process if it was killed before this line.
new Worker(WATCH, { eval: true, workerData: Number(process.argv[2]) }).unref();

process.once('message', (task: BackupTask) => void write(task));

async function write({ stores, database, folder }: BackupTask): Promise<void> {
  const stop = new AbortController();
  // Without a handler, the signal also ends a statement of SQLite that is running.
  const hasPrograms = stores.some(({ url }) => pathOf(url) === undefined);
  if (hasPrograms) process.on('SIGTERM', () => stop.abort());
  // The thread does not notice an end before its own start.
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
