import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/config.ts';
import { spawnService, type Spawned } from '../harness.ts';
import type { Turns } from './probe.ts';
import { assertCpuTime } from './slowness.ts';

const PROBE = fileURLToPath(new URL('./probe.js', import.meta.url));

/**
 * The maximum CPU time of one call without a turn of the event loop, in milliseconds. Visits wait
 * for that time.
 */
const MAX_BLOCKING_MS = 50;

/** Fails if the thread that answers visits worked too long without a turn of the event loop. */
export function assertNotBlocking(longestMs: number): void {
  assertCpuTime(longestMs, MAX_BLOCKING_MS);
}

/**
 * Fails if the thread worked too long in each of `times` measurements. A full garbage collection can happen in any of
 * them, and other programs slow some down; what really blocks does so each time.
 */
export async function assertNotAlwaysBlocking(
  measure: () => Promise<number>,
  times: number,
): Promise<void> {
  for (let left = times, least = Infinity; ; left--) {
    least = Math.min(least, await measure());
    try {
      return assertNotBlocking(least);
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

export interface MeasuredService extends Spawned {
  /** Returns for how long the thread of the service has worked since the last call. */
  turns(): Promise<Turns>;
  /** Waits until the service is idle; returns how long its thread worked, in milliseconds. */
  settled(): Promise<number>;
}

/** Starts the service in a separate process that reports how long it blocks its event loop. */
export async function measuredService(environment: Environment): Promise<MeasuredService> {
  const service = await spawnService(environment, { preload: PROBE });
  const turns = async (): Promise<Turns> => {
    const answer = once(service.child, 'message');
    service.child.send('turns');
    return (await answer)[0] as Turns;
  };
  const settled = async (): Promise<number> => {
    let worked = 0;
    for (let quiet = 0; quiet < 3;) {
      await sleep(20);
      const { totalMs } = await turns();
      worked += totalMs;
      quiet = totalMs < 10 ? quiet + 1 : 0;
    }
    return worked;
  };
  return { ...service, turns, settled };
}
