import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

const CHECK_MS = 1000;
/** CPU time of a process that has work to do, as a share of a core. */
const BUSY = 0.5;

/**
 * Keeps V8 from enlarging the memory for young objects while the process starts or is idle. A start creates many
 * objects that survive for some time, so V8 would enlarge it to its maximum of 32 MB, and an idle process never gives
 * that back. Returns a function to be called after the start: from then on it may grow as soon as the process is
 * busy. Under load, a larger memory for young objects saves time.
 */
export function limitYoungHeap(): () => void {
  keepSize();
  // V8 has one such flag for all threads, and each new thread sets it to 2.
  const limitAgain = (worker: Worker): void => void worker.once('online', keepSize);
  process.on('worker', limitAgain);
  return () => {
    let before = process.cpuUsage();
    const check = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      before = process.cpuUsage();
      if ((user + system) / 1000 < BUSY * CHECK_MS) return;
      setFlagsFromString('--semi-space-growth-factor=2');
      process.off('worker', limitAgain);
      clearInterval(check);
    }, CHECK_MS).unref();
  };
}

function keepSize(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
