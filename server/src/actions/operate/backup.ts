import { statSync } from 'node:fs';
import type { Context } from '../context.ts';

export interface Backup {
  readonly bytes: number;
  readonly links: number;
}

/** Copies the store as it is at one moment into a new file. `progress` gets bytes done and in all. */
export async function backUp(
  ctx: Context,
  file: string,
  progress: (done: number, expected: number) => void,
): Promise<Backup> {
  const { links } = await ctx.db.backup(file, progress);
  return { bytes: statSync(file).size, links };
}
