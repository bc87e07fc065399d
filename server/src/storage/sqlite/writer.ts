import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { customAlphabet } from 'nanoid';
import { MAX_DRAWS, StoreUnavailable } from '../database.ts';
import { classified, openWriter, Prepared, type Connection } from './driver.ts';
import type {
  InsertReply,
  LinkValues,
  WriterData,
  WriterReply,
  WriterRequest,
} from './protocol.ts';

/** The thread that writes, so that no commit ever holds up an answer to a visit. */

const { path, codes } = workerData as WriterData;
const drawCode = customAlphabet(codes.alphabet, codes.length);
const port = parentPort;
if (!port) throw new Error('the writer runs as a worker thread');

let connection: Connection | undefined;
let prepared: Prepared | undefined;
let opened = false;

/** Opens the store again after a fault that may have to do with the open files. */
function database(): Prepared {
  if (prepared) return prepared;
  // Opening makes an empty store where there is none, which must not replace one that went away.
  if (opened && !existsSync(path)) throw new StoreUnavailable('SQLITE_CANTOPEN', `${path} is gone`);
  connection = openPatiently();
  opened = true;
  prepared = new Prepared(connection);
  return prepared;
}

/** Two processes that start together on a new file may both want to change its journal mode. */
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
  try {
    connection?.close();
  } catch {
    // What matters is that the next request opens the file anew.
  }
  connection = prepared = undefined;
}

function execute(request: WriterRequest): unknown {
  const db = database();
  switch (request.kind) {
    case 'insert-links':
      return insertLinks(db, request.rows);
    case 'all':
      return db.all(request.sql, request.parameters);
    case 'run':
      return db.run(request.sql, request.parameters);
    case 'script':
      return connection?.exec(request.sql);
    case 'checkpoint':
      return checkpoint(db);
    case 'close':
      return finish(db);
  }
}

function insertLinks(db: Prepared, rows: readonly LinkValues[]): InsertReply {
  db.run('begin immediate');
  try {
    const existing: number[] = [];
    const inserted = rows.map((row, index) => insertLink(db, row, () => existing.push(index)));
    db.run('commit');
    return { codes: inserted, existing };
  } catch (error) {
    rollback(db);
    throw error;
  }
}

const INSERT = `insert into links
  (code, app_id, uri, unique_key, routes, overrides, template, metadata, redeem_limit, tags, created_at, created_by)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', ?, ?) on conflict do nothing`;
const FIND_UNIQUE = 'select code from links where app_id = ? and unique_key = ?';

/** The constraints decide; a look comes only after an insert that they turned away. */
function insertLink(db: Prepared, values: LinkValues, found: () => void): string {
  const [appId, , uniqueKey] = values;
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const code = drawCode();
    if (db.run(INSERT, [code, ...values]) === 1) return code;
    if (uniqueKey === null) continue;
    const [link] = db.all<{ code: string }>(FIND_UNIQUE, [appId, uniqueKey]);
    if (!link) continue;
    found();
    return link.code;
  }
  return '';
}

function rollback(db: Prepared): void {
  try {
    db.run('rollback');
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full.
  }
}

/** Moves what is left of the log into the database; small when the checkpointer was here before. */
function checkpoint(db: Prepared): unknown {
  return db.all('pragma wal_checkpoint(passive)')[0];
}

function finish(db: Prepared): void {
  checkpoint(db);
  connection?.close();
  connection = prepared = undefined;
}

port.on('message', (request: WriterRequest) => {
  let reply: WriterReply;
  try {
    reply = { id: request.id, value: execute(request) };
  } catch (thrown) {
    const error = classified(thrown);
    const unavailable = error instanceof StoreUnavailable ? error.reason : undefined;
    if (unavailable !== undefined && unavailable !== 'SQLITE_BUSY') forget();
    const message = error instanceof Error ? error.message : String(error);
    reply = { id: request.id, failed: { message, unavailable } };
  }
  port.postMessage(reply);
  if (request.kind === 'close') port.close();
});
