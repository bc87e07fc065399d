import { spawnSync } from 'node:child_process';
import { run, start, stop } from '../processes.js';

const installed = !spawnSync('vmtouch', ['-V']).error;
const ALL_SIZES = ['-q', '-m', '1000G'];

/** How the files of a database stay in memory, as text. */
export const howHeld = installed
  ? 'locked in memory (vmtouch)'
  : 'in memory as far as the system keeps them there; vmtouch is not installed';

/**
 * Keeps the files of a folder in memory until it is released, so that a measurement does not depend on when
 * the system evicts a file.
 * @param {string} folder
 */
export async function hold(folder) {
  if (!installed) return { letGo: async () => undefined };
  await run('vmtouch', [...ALL_SIZES, '-t', folder]);
  const child = start('vmtouch', [...ALL_SIZES, '-l', folder]);
  return { letGo: () => stop(child) };
}
