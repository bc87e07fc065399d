import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The processes of a PostgreSQL that somebody else started, as Linux shows them.

/** The process of a node's PostgreSQL, if it runs; its file stays behind when it is killed. */
export function postmaster({ data }) {
  try {
    const [line = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    // Below zero while it repairs itself alone.
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

/** What a process of PostgreSQL calls itself, such as `postgres: smartlink: walsender …`. */
export function titleOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The parent of a process that runs; undefined for one that has ended. */
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
    // It has ended by itself.
  }
}
