import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** What tests of the service and of the whole product have to undo. */
const LEFTOVERS = '../server/dist/test/leftovers.js';

/**
 * Runs test files in this process, one after the other. Each is a suite with the name of its source; its
 * leftovers are cleaned up before the next one is imported.
 * @param {import('./test-files.js').TestFile[]} files
 * @param {{ timeout: number, postgresUrl?: string }} options `timeout` of a file, in milliseconds;
 *   `postgresUrl`: the server for their databases, which are SQLite files otherwise
 */
export async function runGroup(files, { timeout, postgresUrl }) {
  if (postgresUrl !== undefined) process.env.SMARTLINK_TEST_POSTGRES = postgresUrl;
  const engine = postgresUrl === undefined ? '' : ' (PostgreSQL)';
  const isUnit = files.every(({ source }) => /^\w+\/src\//.test(source));
  const leftovers = isUnit ? undefined : await import(LEFTOVERS);
  leftovers?.shareProcess();
  for (const { source, compiled } of files) {
    await describe(`${source}${engine}`, { timeout }, async () => {
      if (leftovers) after(leftovers.cleanUp);
      await import(pathToFileURL(compiled).href);
    });
  }
  await leftovers?.endProcess();
}
