import { openWriter } from '../../server/dist/src/storage/sqlite/driver.js';
import { drawCode } from './codes.js';

/**
 * Measures the cost of the durable commits in creates: inserts copies of a link, as many in a commit as there
 * are connections, with the checkpoints. Prints the CPU time per link, in microseconds.
 */

const { file, rowsPerCommit, seconds } = JSON.parse(process.argv[2]);
/** A checkpoint moves at least this many commits. */
const COMMITS_PER_CHECKPOINT = 100;

const connection = openWriter(file);
const row = connection.prepare('select * from links order by id desc limit 1').get();
const columns = Object.keys(row).filter((name) => name !== 'id' && name !== 'unique_key');
const marks = columns.map(() => '?').join();
const insert = connection.prepare(`insert into links (${columns.join()}) values (${marks})`);

const end = performance.now() + seconds * 1000;
const before = process.cpuUsage();
let rows = 0;
for (let commits = 1; performance.now() < end; commits++) {
  connection.exec('begin immediate');
  for (let index = 0; index < rowsPerCommit; index++, rows++) {
    const code = drawCode(row.code.length);
    insert.run(...columns.map((name) => (name === 'code' ? code : row[name])));
  }
  connection.exec('commit');
  if (commits % COMMITS_PER_CHECKPOINT === 0) connection.exec('pragma wal_checkpoint(passive)');
}
const { user, system } = process.cpuUsage(before);
connection.close();
process.stdout.write(String((user + system) / rows));
