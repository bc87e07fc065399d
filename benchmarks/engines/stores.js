import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { creates, uniqueCreates } from '../load/traffic.js';
import { run, scratchFolder, stop } from '../processes.js';
import { count, progressOf, say } from '../progress.js';
import { applySetup, startService } from '../servers/service.js';
import { post } from '../store/post.js';
import { setup } from '../store/setup.js';
import { fill } from './fill.js';

/** The number of the link that is the model for all others, and of one for verification. */
const MODEL = 424_242_424;
const CHECK = 424_242_425;
const CODES_PER_QUERY = 500_000;
const MIGRATIONS = new URL('../../server/migrations/', import.meta.url);

/**
 * Returns a database with `links` links, which is only ever copied: one from an earlier run, or a new one.
 * @param {import('./engine.js').Engine} engine
 * @param {string} folder for stores
 * @returns {Promise<import('../store/store.js').Store>}
 */
export function findOrMake(engine, folder, links) {
  const place = join(folder, `${engine.name.toLowerCase()}-${links}`);
  return kept(engine, place, JSON.stringify(setup), () => seed(engine, place, links, 0));
}

/**
 * Returns the database that an earlier run created at this path with the same recipe, or a new one.
 * @template {object} Store
 * @param {import('./engine.js').Engine} engine
 * @param {string} place
 * @param {string} recipe what it consists of, besides the migrations
 * @param {() => Promise<Store>} makeStore
 * @returns {Promise<Store>}
 */
export async function kept(engine, place, recipe, makeStore) {
  const description = join(place, 'store.json');
  const madeOf = ingredients(engine, recipe);
  if (existsSync(description)) {
    const { madeOf: before, ...store } = JSON.parse(readFileSync(description, 'utf8'));
    if (before === madeOf) return { ...store, folder: place };
    say(`${place} was created by another version; creating it again`);
  }
  rmSync(place, { recursive: true, force: true });
  const store = await makeStore();
  writeFileSync(description, JSON.stringify({ ...store, madeOf }));
  return store;
}

/** What the content of a database depends on. */
function ingredients({ name }, recipe) {
  const migrations = new URL(`${name === 'SQLite' ? 'sqlite' : 'postgres'}/`, MIGRATIONS);
  const hash = createHash('sha256').update(recipe);
  for (const file of readdirSync(migrations).toSorted()) {
    hash.update(readFileSync(new URL(file, migrations)));
  }
  return hash.digest('hex');
}

/**
 * Creates a database with `links` links. The service creates the `unique` ones and two more; the others are inserted
 * as copies of one of these, which is much faster.
 * @param {import('./engine.js').Engine} engine
 * @returns {Promise<import('../store/store.js').Store>}
 */
export async function seed(engine, folder, links, uniques = Math.floor(links / 10)) {
  say(`${engine.name}: creating a database with ${count(links)} links`);
  mkdirSync(folder, { recursive: true });
  const host = await engine.start(folder, { durable: false });
  const settings = { DATABASE_URL: host.url };
  const { token, platformToken, child } = await startService(folder, settings);
  await stop(child);
  await applySetup(folder, setup, settings);
  const service = await startService(folder, settings);
  const [model, check] = await post(service.port, creates({ token }), [MODEL, CHECK]);
  const numbers = Array.from({ length: uniques }, (_, index) => index + 1);
  await post(service.port, uniqueCreates({ token, uniques }), numbers);
  await stop(service.child);

  const connection = await host.open();
  await fill(engine, connection, {
    model: { code: model, number: MODEL },
    check: { code: check, number: CHECK },
    first: uniques + 1,
    links,
    progress: progressOf('rows written', links),
  });
  const codes = await writeAllCodes(connection, join(folder, 'codes'), model.length, links);
  await connection.close();
  await host.stop();
  return { folder, links, token, platformToken, uniques, codes };
}

/** @returns {Promise<import('../store/codes.js').Codes>} */
async function writeAllCodes(connection, file, length, links) {
  let written = 0;
  for (let last = 0; ;) {
    const [chunk] = await connection.ask(
      `select string_agg(code, '') as codes, max(id) as last from
        (select id, code from links where id > ${last} order by id limit ${CODES_PER_QUERY}) as part`,
    );
    if (chunk.codes === null) break;
    appendFileSync(file, chunk.codes);
    written += chunk.codes.length;
    last = chunk.last;
  }
  if (written !== links * length) throw new Error(`${links} links have ${written} letters`);
  return { file, length, count: links };
}

/** Returns a copy in the folder of this run, or at another path, written to the disk before it is returned. */
export async function copied(store, folder = join(scratchFolder(), `copy-of-${store.links}`)) {
  say(`copying ${count(store.links)} links`);
  rmSync(folder, { recursive: true, force: true });
  await run('cp', ['-a', store.folder, folder]);
  await run('sync', []);
  return { ...store, folder };
}
