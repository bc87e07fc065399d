import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock is empty for a moment when it is created. If it is empty for longer, its process was killed. */
const MAX_EMPTY_MS = 5000;

/**
 * Runs `work` while no other process runs work of the same name and folder, so that two commands in a new clone do not
 * install or build at the same time.
 * @param {string} folder @param {string} name @param {() => Promise<void>} work
 * @param {(pid: number) => void} onWait is called once if another process has to end first
 */
export async function exclusively(folder, name, work, onWait) {
  const id = createHash('sha256').update(`${folder}\n${name}`).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `smartlink-${id}.lock`);
  let isAnnounced = false;
  while (!take(lock)) {
    const holder = Number(read(lock));
    if (holder === 0 ? isOld(lock) : !isAlive(holder)) rmSync(lock, { force: true });
    else if (holder > 0 && !isAnnounced) {
      isAnnounced = true;
      onWait(holder);
    }
    await sleep(200);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    rmSync(lock, { force: true });
    throw error;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isOld(lock) {
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > MAX_EMPTY_MS;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
