import { CASES } from '../phases/rate.js';
import { atMost } from './goal.js';

/** @param {import('../results.js').Results} results */
export function rateGoals(results, [, many]) {
  const of = (what) => results.of(what, 'service', many);
  return CASES.flatMap(({ uncached, cached }) => [
    atMost(`p99: ${uncached}`, of(uncached)?.p99, 20, 'ms'),
    atMost(`slowest: ${uncached}`, of(uncached)?.slowest, 100, 'ms'),
    atMost(`p99: ${cached}`, of(cached)?.p99, 3, 'ms'),
  ]);
}
