import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openWriter, type Connection } from './driver.ts';
import type { CheckpointerData } from './protocol.ts';

/**
 * Copies the write-ahead log into the database while others read and write. A passive checkpoint waits for
 * no other connection and blocks none.
 */

const { path, file } = workerData as CheckpointerData;
const port = parentPort;
if (!port) throw new Error('the checkpointer runs as a worker thread');

let connection: Connection | undefined;

port.on('message', work);

function work(message: 'checkpoint' | 'close'): void {
  if (message === 'close') {
    // Checkpoints that are still queued are dropped.
    port?.off('message', work);
    connection?.close();
    port?.close();
    return;
  }
  try {
    connection ??= openWriter(path);
    connection.exec('pragma wal_checkpoint(passive)');
    // SQLite syncs only after the whole log is copied. Under load that happens in the writer, which would
    // then wait until all pages of this round are on the disk.
    fdatasyncSync(file);
  } catch {
    // The disk is full, or the file is busy. The log still has everything; the next round tries again.
    connection?.close();
    connection = undefined;
  }
  port?.postMessage(undefined);
}
