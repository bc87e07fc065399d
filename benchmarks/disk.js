import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// https://man7.org/linux/man-pages/man2/statfs.2.html
const NAMES = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x794c7630: 'overlay',
  0x01021994: 'tmpfs',
  0x858458f6: 'ramfs',
};
const IN_MEMORY = new Set(['tmpfs', 'ramfs']);

/** Returns the file system of a folder, on Linux. */
export function fileSystem(folder) {
  if (process.platform !== 'linux') return undefined;
  const { type } = statfsSync(folder);
  return NAMES[type] ?? `0x${type.toString(16)}`;
}

/** Returns a folder on a disk: in memory, a durable write would cost nothing. */
export function diskFolder() {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const places = process.platform === 'linux' ? [tmpdir(), '/var/tmp', here] : [tmpdir()];
  return places.find((place) => !IN_MEMORY.has(fileSystem(place))) ?? places[0];
}

/** Measures how long it takes to make 4 KB durable, in milliseconds: no commit can be faster. */
export function syncTimes(folder) {
  const file = join(folder, 'sync');
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Float64Array.from({ length: 300 }, () => {
    const from = performance.now();
    writeSync(handle, page);
    fdatasyncSync(handle);
    return performance.now() - from;
  }).toSorted();
  closeSync(handle);
  rmSync(file);
  return { p50: times[150], p99: times[297] };
}
