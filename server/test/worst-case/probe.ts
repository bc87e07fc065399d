import { cpuTime } from './cpu-time.ts';

/**
 * Loaded into a service with `--import`. Measures how long its main thread works without a turn of
 * the event loop, in CPU time, so that other programs do not affect the result.
 */

/** How long the thread worked between two turns, in milliseconds. */
export interface Turns {
  readonly longestMs: number;
  readonly totalMs: number;
}

const INTERVAL_MS = 2;

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
