import { join } from 'node:path';
import { openWriter } from '../../server/dist/src/storage/sqlite/driver.js';
import { databaseFile } from '../servers/service.js';
import { drawCode, readCodes, writeCodes } from './codes.js';
import { copyOf } from './store.js';

/** The links of each special kind. */
const OF_A_KIND = 100;
const UNKNOWN_CODES = 1_000_000;

/** What the last links of the database become: as a shop could have created or changed them. */
const KINDS = {
  // Every device is redirected to the web.
  onWeb: { routes: { web: { link: 'https://shop.example/sale', fallback: '' } } },
  // An iPhone has a store page, but no link that opens.
  inStore: {
    routes: {
      web: { link: 'https://shop.example/app', fallback: '' },
      iphone: { link: '', fallback: 'https://apps.apple.com/app/id1234567890' },
    },
  },
  // A desktop computer gets a QR code; an Android phone has no destination.
  onPhones: { routes: { iphone: { link: 'com.shop.app://gift', fallback: '' } } },
  gone: { state: 'disabled' },
};

/**
 * A database with links for each kind of answer that visitors can get.
 * @typedef {import('./store.js').Store & { onWeb: Codes, inStore: Codes, onPhones: Codes, gone: Codes,
 *   unknown: Codes }} AnswersStore `codes` are those of ordinary links, `unknown` those of no link
 * @typedef {import('./codes.js').Codes} Codes
 */

/**
 * Copies a database that no process uses, and changes its last links.
 * @param {import('./store.js').Store} store
 * @returns {AnswersStore}
 */
export function copyWithAnswers(store, folder) {
  const copy = copyOf(store, folder);
  const all = readCodes(store.codes);
  const connection = openWriter(databaseFile(folder));
  const change = connection.prepare(
    'update links set routes = coalesce(?, routes), state = coalesce(?, state) where code = ?',
  );
  const special = {};
  let ordinary = all.count;
  for (const [kind, { routes, state }] of Object.entries(KINDS)) {
    ordinary -= OF_A_KIND;
    const codes = Array.from({ length: OF_A_KIND }, (_, index) => all.at(ordinary + index));
    for (const code of codes)
      change.run(routes ? JSON.stringify(routes) : null, state ?? null, code);
    special[kind] = writeCodes(join(folder, kind), codes);
  }
  connection.close();
  return {
    ...copy,
    ...special,
    codes: { ...store.codes, count: ordinary },
    unknown: unknownCodes(copy),
  };
}

/**
 * Returns codes of no link. One in 10^7 could exist, which makes no difference.
 * @param {import('./store.js').Store} store
 */
export function unknownCodes({ folder, codes: { length } }) {
  const codes = Array.from({ length: UNKNOWN_CODES }, () => drawCode(length));
  return writeCodes(join(folder, 'unknown'), codes);
}
