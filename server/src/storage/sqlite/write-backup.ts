import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

const PROGRESS_MS = 200;

/**
 * Copies the database at `path` to `target` in a separate thread. The file gets its name only when it is
 * complete and on the disk. Returns the number of links in it; `progress` gets the bytes written so far.
 */
export async function writeBackup(
  path: string,
  target: string,
  progress: (written: number) => void,
): Promise<{ readonly links: number }> {
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  // SQLite would create it with the default mode. It also writes into an existing empty file.
  closeSync(openSync(partial, 'wx', 0o600));
  const tick = setInterval(() => {
    progress(statSync(partial, { throwIfNoEntry: false })?.size ?? 0);
  }, PROGRESS_MS);
  try {
    const workerData = { path, target: partial };
    const worker = new Worker(new URL('./backup.js', import.meta.url), { workerData });
    // Both at once: where this thread is busy, the two events come in the same turn. An error of the
    // thread rejects both.
    const [[copied]] = (await Promise.all([once(worker, 'message'), once(worker, 'exit')])) as [
      [{ links: number }],
      unknown,
    ];
    sync(partial);
    renameSync(partial, target);
    sync(dirname(target));
    progress(statSync(target).size);
    return copied;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    clearInterval(tick);
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
