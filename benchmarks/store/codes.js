import { readFileSync, writeFileSync } from 'node:fs';
import { CODE_ALPHABET } from '../../server/dist/src/domain/link/code.js';

/**
 * Codes of one length without separators in a file, so that a million of them are read at once and one is a
 * substring.
 * @typedef {{ file: string, length: number, count: number }} Codes
 */

/**
 * @param {string} file
 * @param {string[]} codes
 * @returns {Codes}
 */
export function writeCodes(file, codes) {
  const length = codes[0].length;
  if (codes.some((code) => code.length !== length)) throw new Error('codes of unequal length');
  writeFileSync(file, codes.join(''));
  return { file, length, count: codes.length };
}

/** @param {Codes} codes */
export function readCodes({ file, length, count }) {
  const text = readFileSync(file, 'latin1');
  return { count, at: (index) => text.slice(index * length, (index + 1) * length) };
}

/** Returns a random code, such as the service creates. */
export function drawCode(length) {
  let code = '';
  while (code.length < length) {
    code += CODE_ALPHABET[Math.floor(Math.random() * CODE_ALPHABET.length)];
  }
  return code;
}
