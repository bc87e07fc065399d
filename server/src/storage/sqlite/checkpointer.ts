import { fdatasyncSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { answerRequests } from './answer-requests.ts';
import { openWriter, type Connection } from './driver.ts';
import type { CheckpointerData } from './protocol.ts';

/**
 * Copies the write-ahead log into the database while others read and write. A passive checkpoint waits for
 * no other connection and blocks none.
 */

const { path, file } = workerData as CheckpointerData;
let connection: Connection | undefined;

function checkpoint(): void {
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
}

answerRequests({ execute: checkpoint, finish: () => connection?.close() });
