import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * The CPU seconds of this process, on Linux with those of its descendants: the ones that run, and the ones that
 * have ended.
 */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  const [{ ticks } = { ticks: 0 }] = familyOf(process.pid);
  // Without the clock ticks of this process, which are less exact.
  return own + cpuSecondsOf(process.pid) - ticks / TICKS_PER_SECOND;
}

/** The CPU seconds of a process and its descendants, on Linux. @param {number} pid */
export function cpuSecondsOf(pid) {
  const ticks = familyOf(pid).map(({ ticks: running, endedTicks }) => running + endedTicks);
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

/** A process and its descendants, on Linux: see `processes`. @param {number} pid */
export function familyOf(pid) {
  const all = processes();
  const family = all.filter((one) => one.pid === pid);
  // Grows while it is iterated.
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid));
  return family;
}

/** All processes, with the clock ticks of each and of its children that have ended. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name, in parentheses, can contain spaces.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
        const ticks = { ticks: user + system, endedTicks: endedUser + endedSystem };
        return [{ pid: Number(name), parent: Number(fields[1]), ...ticks }];
      } catch {
        // It has ended.
        return [];
      }
    });
}
