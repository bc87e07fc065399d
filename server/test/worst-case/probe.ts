import { readFileSync } from 'node:fs';

/**
 * Loaded into a service with `--import`. Measures how long its main thread works without a turn of the event
 * loop, in CPU time of that thread, so that other programs do not matter.
 */

/** How long the thread worked between two turns, in milliseconds. */
export interface Turns {
  readonly longestMs: number;
  readonly totalMs: number;
}

const INTERVAL_MS = 2;

// Newer than the types of the oldest supported Node.js.
const { threadCpuUsage } = process as typeof process & {
  threadCpuUsage?: () => { readonly user: number; readonly system: number };
};

/** CPU time of this thread, in milliseconds; of the whole process if the system does not provide it. */
function cpuTime(): number {
  if (!threadCpuUsage && process.platform === 'linux') {
    const [nanoseconds] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = threadCpuUsage ? threadCpuUsage.call(process) : process.cpuUsage();
  return (user + system) / 1000;
}

let last = cpuTime();
let longestMs = 0;
let totalMs = 0;

function endTurn(): void {
  const now = cpuTime();
  longestMs = Math.max(longestMs, now - last);
  totalMs += now - last;
  last = now;
}

setInterval(endTurn, INTERVAL_MS).unref();

process.on('message', (message) => {
  if (message !== 'turns') return;
  endTurn();
  const turns: Turns = { longestMs, totalMs };
  process.send?.(turns);
  longestMs = totalMs = 0;
});
process.channel?.unref();
