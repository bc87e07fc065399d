import { statSync } from 'node:fs';

const EVERY_MS = 50;

/**
 * Watches a database from outside: its file is written to by checkpoints alone, and its log grows
 * when they lag behind. Counts the looks that found it written to since the look before.
 */
export function watchCheckpoints(file) {
  let lastWritten = statSync(file).mtimeMs;
  let checkpoints = 0;
  let logMegabytes = 0;
  const look = setInterval(() => {
    const written = statSync(file).mtimeMs;
    if (written !== lastWritten) checkpoints++;
    lastWritten = written;
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    logMegabytes = Math.max(logMegabytes, log / 2 ** 20);
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(look);
      return { checkpoints, logMegabytes };
    },
  };
}
