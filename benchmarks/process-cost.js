import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { familyOf } from '../scripts/cpu-time.js';

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
  const ticks = familyOf(pid).reduce((sum, one) => sum + one.ticks + one.endedTicks, 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/**
 * Memory of a process and its descendants, in megabytes.
 * @param {number} pid
 */
export function memoryMegabytes(pid) {
  if (!linux) return undefined;
  return familyOf(pid).reduce((sum, one) => sum + residentMegabytes(one.pid), 0);
}

function residentMegabytes(pid) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    // It has just ended.
    return 0;
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
