import { workerData } from 'node:worker_threads';
import { answerRequests } from './answer-requests.ts';
import { classified } from './driver.ts';
import { ReadableFile } from './readable-file.ts';
import { PATIENCE_MS, type ReadBatch, type ReadReply } from './reads.ts';
import { failureOf } from './requests.ts';

/** A thread that reads, so that no visit waits for the disk. */

const { path } = workerData as { readonly path: string };
const file = new ReadableFile(path);

function execute({ statements, reads }: ReadBatch): ReadReply {
  const begin = performance.now();
  const columns: (readonly string[])[] = statements.map(() => []);
  const results: ReadReply['results'][number][] = [];
  let tookMs = 0;
  for (const [statement, ...parameters] of reads) {
    try {
      const table = file.read((db) => db.table(statements[statement] ?? '', parameters));
      columns[statement] = table.columns;
      results.push(table.rows);
    } catch (error) {
      results.push(failureOf(classified(error)));
    }
    tookMs = performance.now() - begin;
    if (tookMs > PATIENCE_MS) break;
  }
  return { columns, results, tookMs };
}

answerRequests({ execute, finish: () => file.close() });
