import { statSync } from 'node:fs';

const EVERY_MS = 50;

/**
 * Watches a database from outside: only checkpoints write to its file, and its log grows if they are too
 * slow. Counts how often the file has changed since the previous check.
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
