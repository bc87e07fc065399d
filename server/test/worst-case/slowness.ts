import assert from 'node:assert/strict';
import { cpuTime } from './cpu-time.ts';

/** CPU time of one round on the machine for which the limits of the tests are, in milliseconds. */
const REFERENCE_MS = 8;
const ROUNDS = 12;
/** A machine that is slower than this fails: a limit must stay one. */
const MOST = 4;

/**
 * Returns how many times as much CPU time this machine needs now as the one that the limits of the tests are for,
 * for the same computation: from 1 to 4. Processors differ, and other programs slow one down through its caches.
 */
export function slowness(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = cpuTime();
    compute();
    return cpuTime() - begin;
  });
  // The first rounds are slower, because their code is not compiled yet.
  const [median = REFERENCE_MS] = times
    .slice(ROUNDS / 3)
    .toSorted((a, b) => a - b)
    .slice(ROUNDS / 3);
  return Math.min(MOST, Math.max(1, median / REFERENCE_MS));
}

/** Fails if `milliseconds` of CPU time, measured just now, are more than `limit` on the machine of the limits. */
export function assertCpuTime(milliseconds: number, limit: number, name = ''): void {
  if (milliseconds <= limit) return;
  const times = slowness();
  const here = `limit ${limit} ms, on a machine that is ${times.toFixed(1)} times slower`;
  const used = `${milliseconds.toFixed(1)} ms of CPU time${name && ` for "${name}"`}`;
  assert.ok(milliseconds <= limit * times, `${used} (${here})`);
}

/** Fails if `work` needs more than `limit` milliseconds of CPU time on the machine of the limits. */
export function assertCpuTimeOf(work: () => void, limit: number, name = ''): void {
  const begin = cpuTime();
  work();
  assertCpuTime(cpuTime() - begin, limit, name);
}

/** What requests mostly do: objects to text and back, and parts of text. */
function compute(): number {
  const templates = Array.from({ length: 400 }, (_, index) => ({
    name: `template-${index}`,
    pattern: `section-${index % 7}/:a/x/*rest`,
    routes: { web: { link: `https://shop.example/:a/${index}` } },
  }));
  let names = 0;
  for (let times = 0; times < 20; times++) {
    const copies = JSON.parse(JSON.stringify(templates)) as typeof templates;
    for (const { pattern } of copies) {
      names += pattern.split('/').filter((segment) => /^[:*]/.test(segment)).length;
    }
  }
  return names;
}
