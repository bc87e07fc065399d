import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../../context.ts';
import type { Finding } from './finding.ts';

/** SQLite cannot write any more when a write-ahead log, a page or a temporary file does not fit. */
const MIN_FREE_BYTES = 16e6;
const FEW_FREE_BYTES = 256e6;

/** Checks whether the disks of the database and of the click store have space. Stores on servers have none here. */
export function examineSpace({ db, clicks }: Pick<Context, 'db' | 'clicks'>): Finding[] {
  const files = [db, clicks].flatMap((store) => store?.files.slice(0, 1) ?? []);
  const folders = [...new Set(files.map((file) => dirname(file)))].filter((one) => existsSync(one));
  return folders.flatMap(examineFolder);
}

function examineFolder(folder: string): Finding[] {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  // Some file systems on networks do not know their size.
  if (blocks === 0 || free >= FEW_FREE_BYTES) return [];
  return [
    {
      level: free < MIN_FREE_BYTES ? 'error' : 'warning',
      what: `only ${Math.floor(free / 1e6)} MB are free on the disk of ${folder}`,
      advice: 'free some space, or move the database to a larger disk',
    },
  ];
}
