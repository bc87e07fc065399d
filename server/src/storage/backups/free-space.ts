import { statfsSync } from 'node:fs';

// Stays free, because the folder is often on the disk of the database, which grows while it is copied.
const MIN_RESERVE_BYTES = 64 * 1024 * 1024;
const RESERVE_SHARE = 0.05;

/** Throws if a backup of this many bytes does not fit into a folder. */
export function assertFits(folder: string, bytes: number): void {
  const { bavail, bsize, blocks } = statfsSync(folder);
  // Some file systems on networks do not know their size.
  if (blocks === 0) return;
  const needed = bytes + Math.max(MIN_RESERVE_BYTES, bytes * RESERVE_SHARE);
  const free = bavail * bsize;
  if (free >= needed) return;
  const [most, least] = [Math.ceil(needed / 1e6), Math.floor(free / 1e6)];
  throw new Error(`the backup needs ${most} MB with a reserve, but ${least} MB are free`);
}
