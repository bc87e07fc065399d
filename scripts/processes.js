import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Reads the processes of a PostgreSQL server from /proc.

/** Returns the main process of a node's PostgreSQL, if it runs; its file remains after a kill. */
export function postmaster({ data }) {
  try {
    const [line = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    // Negative in single-user mode, which also repairs the database.
    const pid = Math.abs(Number(line));
    return titleOf(pid).includes(data) ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid);
}

/** Returns the title of a PostgreSQL process, such as `postgres: smartlink: walsender …`. */
export function titleOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the parent of a running process; undefined if it has ended. */
export function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

export function signal(pid, name) {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
