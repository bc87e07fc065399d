import { parentPort, workerData } from 'node:worker_threads';
import { openWriter, type Connection } from './driver.ts';

/**
 * Copies the write-ahead log into the database while others go on reading and writing. A passive
 * checkpoint waits for nobody and nobody waits for it.
 */

const { path } = workerData as { path: string };
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
    port.postMessage(connection.prepare('pragma wal_checkpoint(passive)').get());
  } catch {
    // Full disk, or busy: the log keeps everything, the next round tries again.
    connection = undefined;
    port.postMessage(undefined);
  }
});
