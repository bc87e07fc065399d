import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What decompresses the body of a response; undefined: its `Content-Encoding` is none or unknown. */
export function decoderFor({ headers }: IncomingMessage): NodeJS.ReadWriteStream | undefined {
  return DECODERS.get(headers['content-encoding'] ?? '')?.();
}
