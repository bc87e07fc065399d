import { parentPort, workerData } from 'node:worker_threads';
import { writeFiles, type BackupStore } from './write-files.ts';

/** Writes the files of a backup on a thread of its own, so that no visit waits for it. A message stops it. */

const { stores, database, folder } = workerData as {
  readonly stores: readonly BackupStore[];
  readonly database: string;
  readonly folder: string;
};
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
// The thread ends when the files are written.
parentPort?.unref();
parentPort?.postMessage(await writeFiles(stores, database, folder, stop.signal));
