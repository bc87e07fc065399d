import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fail } from '../problem.ts';
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
