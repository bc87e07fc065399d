import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from './driver.ts';

/** Writes a consistent snapshot of the database to a new file while others read and write. */

const { path, target } = workerData as { path: string; target: string };
const connection = openReader(path);
connection.exec('pragma query_only = off');
connection.prepare('vacuum into ?').run(target);
connection.close();

const copy = openReader(target);
parentPort?.postMessage(copy.prepare('select count(*) as links from links').get());
copy.close();
