import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a process costs, as the kernel counts it; nothing where there is no /proc. */

const linux = process.platform === 'linux';
const ticksPerSecond = linux
  ? Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100
  : NaN;

/**
 * CPU time of a process and of all that it started, those that have ended included, in microseconds.
 * @param {number} pid
 */
export function cpuMicroseconds(pid) {
  if (!linux) return undefined;
  const ticks = family(pid).reduce((sum, one) => sum + one.ticks, 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/**
 * Memory of a process and of all that it started.
 * @param {number} pid
 */
export function memoryMegabytes(pid) {
  if (!linux) return undefined;
  return family(pid).reduce((sum, one) => sum + one.megabytes, 0);
}

/** A process, those that it started, those that they started, and so on. */
function family(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const members = all.filter((one) => one.pid === pid);
  for (const member of members) members.push(...all.filter(({ parent }) => parent === member.pid));
  return members;
}

/** Nothing when it has just ended. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Of the process itself, then of its children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const megabytes = Number(kilobytes ?? 0) / 1024;
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks, megabytes }];
  } catch {
    return [];
  }
}

/** One core for the servers and one for the load; undefined where they cannot be kept apart. */
export const cores = linux ? twoCores() : undefined;

function twoCores() {
  if (spawnSync('taskset', ['--version']).error) return undefined;
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const allowed = (list ?? '').split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return allowed.length < 2 ? undefined : { server: allowed[0], load: allowed[1] };
}

/** Keeps all threads of a process, those to come too, on the core of the servers. */
export function pinServer(pid) {
  if (cores) spawnSync('taskset', ['-a', '-c', '-p', String(cores.server), String(pid)]);
}

/** A command, kept on the core of the load. */
export function onLoadCore(command, args) {
  return cores ? ['taskset', ['-c', String(cores.load), command, ...args]] : [command, args];
}
