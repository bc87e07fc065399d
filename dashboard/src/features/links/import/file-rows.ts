import { CsvReader, type CsvRow } from '../../../../../server/src/domain/text/csv-reader.ts';

/** The file is not UTF-8 or UTF-16. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';
}

/** Small, so that the share is that of a row, and not that of a small file as a whole. */
const PIECE_BYTES = 4096;
/** Work without a pause: a frame at 60 Hz. */
const SLICE_MS = 12;

/**
 * The rows of a file, the header first, with the share of the file that was read. The file is read in pieces, and
 * the page stays usable in between. Throws `RowError` and `NotUtf8`.
 */
export async function* fileRows(
  file: File,
): AsyncGenerator<CsvRow & { readonly share: number }, void, void> {
  const reader = new CsvReader();
  let bytes = 0;
  let since = performance.now();
  for await (const { text, length } of piecesOf(file)) {
    bytes += length;
    const rows = text === undefined ? reader.end() : reader.read(text);
    for (const row of rows) {
      yield { ...row, share: file.size === 0 ? 1 : bytes / file.size };
      if (performance.now() - since < SLICE_MS) continue;
      await pause();
      since = performance.now();
    }
  }
}

/** The text of a file in pieces, with their lengths in bytes; undefined: the end. */
async function* piecesOf(
  file: File,
): AsyncGenerator<{ readonly text: string | undefined; readonly length: number }, void, void> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const encoding = encodingOf(start);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const stream = file.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await stream.read();
      if (done) break;
      for (let at = 0; at < value.length; at += PIECE_BYTES) {
        const piece = value.subarray(at, at + PIECE_BYTES);
        yield { text: decoded(decoder, piece), length: piece.length };
      }
    }
    yield { text: decoded(decoder), length: 0 };
    yield { text: undefined, length: 0 };
  } finally {
    void stream.cancel();
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new NotUtf8();
  }
}

/** Lets the page handle input and draw. Timers of hidden tabs are slow, messages are not. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
