import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openWriter } from '../../server/dist/src/storage/sqlite/driver.js';
import { creates, uniqueCreates } from '../load/traffic.js';
import { stop } from '../processes.js';
import { count, progressOf, say } from '../progress.js';
import { applySetup, databaseFile, startService } from '../servers/service.js';
import { writeCodes } from './codes.js';
import { fill } from './fill.js';
import { post } from './post.js';
import { setup } from './setup.js';

/** The number of the link that is the model for all others, and of one for verification. */
const MODEL = 424_242_424;
const CHECK = 424_242_425;

/**
 * Creates a database with `links` links, a tenth of them `unique`. The service creates these and one more;
 * the others are inserted into the file as copies of that one, which is much faster.
 * @returns {Promise<import('./store.js').Store>}
 */
export async function seed(folder, links) {
  say(`creating a database with ${count(links)} links`);
  mkdirSync(folder);
  const first = await startService(folder);
  await stop(first.child);
  await applySetup(folder, setup);

  const { token, platformToken } = first;
  const uniques = Math.floor(links / 10);
  const service = await startService(folder);
  const [model, check] = await post(service.port, creates({ token }), [MODEL, CHECK]);
  const numbers = Array.from({ length: uniques }, (_, index) => index + 1);
  await post(service.port, uniqueCreates({ token, uniques }), numbers);
  await stop(service.child);

  const connection = openWriter(databaseFile(folder));
  const codes = fill(connection, {
    model: { code: model, number: MODEL },
    check: { code: check, number: CHECK },
    first: uniques + 1,
    links,
    progress: progressOf('rows written', links),
  });
  connection.close();
  return {
    folder,
    links,
    token,
    platformToken,
    uniques,
    codes: writeCodes(join(folder, 'codes'), codes),
  };
}
