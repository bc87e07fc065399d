import { readFileSync, statSync } from 'node:fs';
import { NetworkList, parseNetworks } from '../../domain/click/network-list.ts';

const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a file with networks. Throws an `Error` that completes a sentence that begins with the file. */
export function readNetworkFile(file: string): NetworkList {
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`has more than ${MAX_BYTES / 1024 / 1024} MB`);
  const list = parseNetworks(readFileSync(file, 'utf8'));
  if (list instanceof NetworkList) return list;
  throw new Error(`has an error in line ${list.line}: ${list.detail}`);
}
