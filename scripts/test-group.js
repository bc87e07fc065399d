import { appendFileSync } from 'node:fs';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cpuSeconds } from './cpu-time.js';

/** What tests of the service and of the whole product have to undo. */
const LEFTOVERS = '../server/dist/test/leftovers.js';

/**
 * Runs test files in this process, one after the other. Each is a suite with the name of its source; its
 * leftovers are cleaned up before the next one is imported.
 * @param {import('./test-files.js').TestFile[]} files
 * @param {{ timeout: number, postgresUrl?: string, cpuFile: string }} options `timeout` of a file, in
 *   milliseconds; `postgresUrl`: the server for their databases, which are SQLite files otherwise; `cpuFile`: gets
 *   a JSON line with the CPU time of each file
 */
export async function runGroup(files, { timeout, postgresUrl, cpuFile }) {
  if (postgresUrl !== undefined) process.env.SMARTLINK_TEST_POSTGRES = postgresUrl;
  const engine = postgresUrl === undefined ? '' : ' (PostgreSQL)';
  const isUnit = files.every(({ source }) => /^\w+\/src\//.test(source));
  const leftovers = isUnit ? undefined : await import(LEFTOVERS);
  leftovers?.shareProcess();
  // What the process loads counts for its first file.
  let counted = 0;
  const count = (file) => {
    const now = cpuSeconds();
    appendFileSync(cpuFile, `${JSON.stringify({ file, cpuSeconds: now - counted })}\n`);
    counted = now;
  };
  let last = '';
  for (const { source, compiled } of files) {
    if (last !== '') count(last);
    last = `${source}${engine}`;
    await describe(last, { timeout }, async () => {
      if (leftovers) after(leftovers.cleanUp);
      await import(pathToFileURL(compiled).href);
    });
  }
  // Before the browser ends, whose processes can no longer be counted then.
  count(last);
  await leftovers?.endProcess();
}
