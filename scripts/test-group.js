import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cpuSeconds } from './cpu-time.js';
import { nameOf } from './test-files.js';

/** What tests of the service and of the whole product have to undo. */
const LEFTOVERS = '../server/dist/test/leftovers.js';

/**
 * Runs test files in this process, one after the other: those that no other process has taken. Each is a suite
 * with the name of its source; its leftovers are cleaned up before the next one is imported.
 * @param {import('./test-files.js').TestFile[]} files
 * @param {{ timeout: number, postgresUrl?: string, cpuFile: string, takenFolder: string }} options `timeout` of a
 *   file, in milliseconds; `postgresUrl`: the server for their databases, which are SQLite files otherwise;
 *   `cpuFile`: gets a JSON line with the CPU time of each file; `takenFolder`: has an entry for each file that a
 *   process has taken
 */
export async function runGroup(files, { timeout, postgresUrl, cpuFile, takenFolder }) {
  if (postgresUrl !== undefined) process.env.SMARTLINK_TEST_POSTGRES = postgresUrl;
  const engine = postgresUrl === undefined ? 'sqlite' : 'postgres';
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
  for (const [index, { source, compiled }] of files.entries()) {
    if (!take(join(takenFolder, String(index)))) continue;
    if (last !== '') count(last);
    last = nameOf(source, engine);
    await describe(last, { timeout }, async () => {
      if (leftovers) after(leftovers.cleanUp);
      await import(pathToFileURL(compiled).href);
    });
  }
  // Before the browser ends, whose processes can no longer be counted then.
  if (last !== '') count(last);
  await leftovers?.endProcess();
  endLater(last);
}

/** A process ends by itself when nothing is open any more. */
const MOST_OPEN_MS = 120_000;

/** Ends the process if a test left something open, for example a thread: the run would wait for it for ever. */
function endLater(last) {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`Something is still open after the last test file, ${last}: ${open}\n`);
    process.exit(1);
  }, MOST_OPEN_MS).unref();
}

/** Whether no other process has taken it before. */
function take(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
