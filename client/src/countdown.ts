import { host } from './host.ts';

/** Starts now; returns how many milliseconds are left of `ms`, also if the time of the device is set in the meantime. */
export function countdown(ms: number): () => number {
  const clock = host.performance || Date;
  const end = clock.now() + ms;
  return () => Math.max(0, end - clock.now());
}
