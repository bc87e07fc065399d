import { createReadStream, readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { fail, Problem } from '../problem.ts';
import type { Terminal } from './report.ts';

/**
 * The text of a file, or of standard input for `-`, without the byte order mark that editors on Windows write.
 * Fails with `not_found`, or with `validation_failed` if it is not UTF-8.
 */
export async function inputText(file: string, { input }: Terminal): Promise<string> {
  let bytes: Buffer;
  try {
    // The writer of a pipe can be slower than this process.
    bytes = file === '-' ? await buffer(input()) : readFileSync(file);
  } catch (error) {
    fail('not_found', `the file cannot be read: ${(error as Error).message}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    fail('validation_failed', 'the file is not UTF-8; save it with this encoding');
  }
}

/** The file cannot be read, or not further. */
export class UnreadableFile extends Problem {}

/**
 * The text of a file, or of standard input for `-`, in pieces. UTF-8, or UTF-16 with a byte order mark, which
 * spreadsheets write too. `onBytes` gets the number of bytes of each piece.
 * @throws `UnreadableFile`, also when `signal` is aborted: a part of the text must not look like the whole
 */
export async function* fileText(
  file: string,
  { input }: Terminal,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const stream = file === '-' ? input() : createReadStream(file);
  const stop = (): void => void stream.destroy();
  signal.addEventListener('abort', stop);
  let decoder: TextDecoder | undefined;
  let first: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      onBytes(piece.length);
      if (decoder) {
        yield decoder.decode(piece, { stream: true });
        continue;
      }
      first = Buffer.concat([first, piece]);
      if (first.length < 2) continue;
      decoder = decoderOf(first);
      yield decoder.decode(first, { stream: true });
    }
    signal.throwIfAborted();
    yield decoder ? decoder.decode() : decoderOf(first).decode(first);
  } catch (error) {
    if (error instanceof TypeError) {
      const detail = `${nameOf(file)} is not UTF-8; save it as "CSV UTF-8"`;
      throw new UnreadableFile('validation_failed', detail);
    }
    const detail = `${nameOf(file)} cannot be read: ${(error as Error).message}`;
    throw new UnreadableFile('not_found', detail);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function decoderOf(start: Buffer): TextDecoder {
  const [first, second] = start;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true });
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
