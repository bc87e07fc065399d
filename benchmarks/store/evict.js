import { spawnSync } from 'node:child_process';

/**
 * Programs that remove a file from the memory of the system. `dd` copies nothing, and then tells the system
 * that it no longer needs the file.
 */
const WAYS = [
  { name: 'vmtouch', args: (file) => ['-q', '-e', file] },
  { name: 'dd', args: (file) => [`if=${file}`, 'of=/dev/null', 'iflag=nocache', 'count=0'] },
];

/**
 * Evicts a file that no process has open; returns how many megabytes of it are still in memory, or undefined
 * if that cannot be done here.
 */
export function evict(file) {
  if (process.platform !== 'linux') return undefined;
  spawnSync('sync', [file]);
  const done = WAYS.some(({ name, args }) => spawnSync(name, args(file)).status === 0);
  return done ? inMemory(file) : undefined;
}

/** The megabytes of a file that are in memory; undefined if it is unknown. */
function inMemory(file) {
  const args = ['--bytes', '--noheadings', '--output', 'RES', file];
  const { status, stdout } = spawnSync('fincore', args, { encoding: 'utf8' });
  return status === 0 ? Number(stdout) / 2 ** 20 : undefined;
}
