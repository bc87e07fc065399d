import { statSync } from 'node:fs';
import type { Context } from '../context.ts';

export interface Backup {
  readonly bytes: number;
  readonly links: number;
}

/**
 * Writes a consistent snapshot of the database to a new file. `progress` receives the bytes written and
 * in total.
 */
export async function backUp(
  ctx: Context,
  file: string,
  progress: (done: number, expected: number) => void,
): Promise<Backup> {
  const { links } = await ctx.db.backup(file, progress);
  return { bytes: statSync(file).size, links };
}
