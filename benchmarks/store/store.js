/**
 * A database on disk that the service can use.
 * @typedef {object} Store
 * @property {string} folder
 * @property {number} links
 * @property {string} token a server token
 * @property {string} platformToken a platform token
 * @property {Codes} codes of all links
 * @property {number} uniques links with the numbers from 1 to this are `unique`
 * @typedef {import('./codes.js').Codes} Codes
 */

import { cpSync, mkdirSync } from 'node:fs';
import { openReader } from '../../server/dist/src/storage/sqlite/driver.js';
import { databaseFile } from '../servers/service.js';

/**
 * Copies a database that no process uses.
 * @param {Store} store
 * @returns {Store}
 */
export function copyOf(store, folder) {
  mkdirSync(folder);
  cpSync(databaseFile(store.folder), databaseFile(folder));
  return { ...store, folder };
}

/** Returns the number of links in the database. */
export function linksIn(folder) {
  return rowsIn(folder, 'links');
}

/** Returns the number of rows in a table. */
export function rowsIn(folder, table) {
  const connection = openReader(databaseFile(folder));
  try {
    return Number(connection.prepare(`select count(*) as n from ${table}`).get().n);
  } finally {
    connection.close();
  }
}
