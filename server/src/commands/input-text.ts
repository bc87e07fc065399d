import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fail } from '../problem.ts';
import type { Terminal } from './report.ts';

/**
 * The text of a file, or of standard input for `-`, without the byte order mark that editors on Windows write.
 * Fails with `not_found`.
 */
export async function inputText(file: string, { input }: Terminal): Promise<string> {
  try {
    // The writer of a pipe can be slower than this process.
    const whole = file === '-' ? await text(input()) : readFileSync(file, 'utf8');
    return whole.replace(/^\uFEFF/, '');
  } catch (error) {
    fail('not_found', `the file cannot be read: ${(error as Error).message}`);
  }
}
