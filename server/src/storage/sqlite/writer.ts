import { existsSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { customAlphabet } from 'nanoid';
import { StoreUnavailable } from '../database.ts';
import { answerRequests } from './answer-requests.ts';
import { classified, openWriter, Prepared, type Connection } from './driver.ts';
import { makePrivateFile } from './private-file.ts';
import type { Batch, BatchReply, WriterCommand, WriterData } from './protocol.ts';
import { writeBatch } from './write-batch.ts';

/** The thread that writes, so that no visit waits for a commit. */

const { path, codes } = workerData as WriterData;
const drawCode = customAlphabet(codes.alphabet, codes.length);

/** Errors of a commit after which nothing is stored. */
const UNDONE: readonly string[] = ['SQLITE_BUSY', 'SQLITE_FULL'];

let prepared: Prepared | undefined;
let opened = false;

/** Opens the file again after an error that may come from the open file. */
function database(): Prepared {
  if (prepared) return prepared;
  // Opening creates a missing file, which must not replace one that was removed.
  if (opened && !existsSync(path))
    throw new StoreUnavailable('SQLITE_CANTOPEN', `${path} does not exist any more`);
  if (!existsSync(path)) makePrivateFile(path);
  prepared = new Prepared(openPatiently());
  opened = true;
  return prepared;
}

/** Two processes that start on a new file at the same time may both change its journal mode. */
function openPatiently(): Connection {
  for (let attempt = 1; ; attempt++) {
    try {
      return openWriter(path);
    } catch (thrown) {
      const error = classified(thrown);
      const busy = error instanceof StoreUnavailable && error.reason === 'SQLITE_BUSY';
      if (!busy || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function forget(): void {
  // Until its statements are collected, a closed connection keeps the lock of its transaction.
  prepared?.rollback();
  prepared?.close();
  prepared = undefined;
}

function execute(request: WriterCommand): unknown {
  const db = database();
  switch (request.kind) {
    case 'batch':
      return commitBatch(db, request);
    case 'all':
      return db.all(request.sql, request.parameters);
    case 'run':
      return db.run(request.sql, request.parameters);
    case 'script':
      return db.exec(request.sql);
    case 'commit':
      return commit(db);
    case 'checkpoint':
      return checkpoint(db);
  }
}

function commitBatch(db: Prepared, batch: Batch): BatchReply {
  db.run('begin immediate');
  try {
    const reply = writeBatch(db, batch, drawCode);
    commit(db);
    return reply;
  } catch (error) {
    db.rollback();
    throw error;
  }
}

/**
 * A failed commit is rolled back. But after an I/O error, such as of the sync, the log can contain the whole commit, which
 * SQLite restores if the service crashes before the next one. If the disk is full, the end of the commit is missing.
 */
function commit(db: Prepared): void {
  try {
    db.run('commit');
  } catch (thrown) {
    const error = classified(thrown);
    if (error instanceof StoreUnavailable) error.unknown = !UNDONE.includes(error.reason);
    throw error;
  }
}

/** Copies the rest of the log into the database. The checkpointer has copied most of it before. */
function checkpoint(db: Prepared): unknown {
  return db.all('pragma wal_checkpoint(passive)')[0];
}

function finish(): void {
  if (prepared) checkpoint(prepared);
  prepared?.close();
}

answerRequests({
  execute,
  failed({ unavailable }) {
    if (unavailable !== undefined && unavailable !== 'SQLITE_BUSY') forget();
  },
  finish,
});
