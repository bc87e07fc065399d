/**
 * A store on disk, ready to be served.
 * @typedef {object} Store
 * @property {string} folder
 * @property {number} links
 * @property {string} token a server token
 * @property {string} platformToken the token of a platform
 * @property {Codes} codes of all links
 * @property {number} uniques links with the numbers from 1 to this were made with `unique`
 * @typedef {import('./codes.js').Codes} Codes
 */

import { cpSync, mkdirSync } from 'node:fs';
import { openReader } from '../../server/dist/src/storage/sqlite/driver.js';
import { databaseFile } from '../servers/service.js';

/**
 * A copy of a store that nothing is running on.
 * @param {Store} store
 * @returns {Store}
 */
export function copyOf(store, folder) {
  mkdirSync(folder);
  cpSync(databaseFile(store.folder), databaseFile(folder));
  return { ...store, folder };
}

/** How many links are in the store now. */
export function linksIn(folder) {
  return rowsIn(folder, 'links');
}

/** How many rows a table of the store has now. */
export function rowsIn(folder, table) {
  const connection = openReader(databaseFile(folder));
  try {
    return Number(connection.prepare(`select count(*) as n from ${table}`).get().n);
  } finally {
    connection.close();
  }
}
