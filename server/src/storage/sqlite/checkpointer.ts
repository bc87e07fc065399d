import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openWriter, type Connection } from './driver.ts';
import type { CheckpointerData } from './protocol.ts';

/**
 * Copies the write-ahead log into the database while others go on reading and writing. A passive
 * checkpoint waits for nobody and nobody waits for it.
 */

const { path, file } = workerData as CheckpointerData;
const port = parentPort;
if (!port) throw new Error('the checkpointer runs as a worker thread');

let connection: Connection | undefined;

port.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    connection?.close();
    port.close();
    return;
  }
  try {
    connection ??= openWriter(path);
    const result = connection.prepare('pragma wal_checkpoint(passive)').get();
    // SQLite syncs only when the whole log is copied, which under load is the writer's turn: then
    // the writer would wait for all pages of this round to reach the disk.
    fdatasyncSync(file);
    port.postMessage(result);
  } catch {
    // Full disk, or busy: the log keeps everything, the next round tries again.
    connection = undefined;
    port.postMessage(undefined);
  }
});
