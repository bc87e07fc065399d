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
  await ctx.db.backup(file, progress);
  const [count] = await ctx.db.all<{ links: number }>('select count(*) as links from links');
  return { bytes: statSync(file).size, links: count?.links ?? 0 };
}
