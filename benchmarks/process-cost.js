import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The costs of a process according to the kernel; undefined without /proc. */

const linux = process.platform === 'linux';
const ticksPerSecond = linux
  ? Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100
  : NaN;

/**
 * CPU time of a process and its descendants, including those that have ended, in microseconds.
 * @param {number} pid
 */
export function cpuMicroseconds(pid) {
  if (!linux) return undefined;
  const ticks = family(pid).reduce((sum, one) => sum + one.ticks, 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/**
 * Memory of a process and its descendants, in megabytes.
 * @param {number} pid
 */
export function memoryMegabytes(pid) {
  if (!linux) return undefined;
  return family(pid).reduce((sum, one) => sum + one.megabytes, 0);
}

/** A process and its descendants. */
function family(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const members = all.filter((one) => one.pid === pid);
  for (const member of members) members.push(...all.filter(({ parent }) => parent === member.pid));
  return members;
}

/** Returns undefined if the process has just ended. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and can contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // CPU time of the process, then of its ended children.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const megabytes = Number(kilobytes ?? 0) / 1024;
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks, megabytes }];
  } catch {
    return [];
  }
}

/** One core for the servers and one for the load; undefined if they cannot be separated. */
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

/** Pins all present and future threads of a process to the core of the servers. */
export function pinServer(pid) {
  if (cores) spawnSync('taskset', ['-a', '-c', '-p', String(cores.server), String(pid)]);
}

/** Returns a command that is pinned to the core of the load. */
export function onLoadCore(command, args) {
  return cores ? ['taskset', ['-c', String(cores.load), command, ...args]] : [command, args];
}
