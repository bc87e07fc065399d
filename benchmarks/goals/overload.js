import { OVERLOADS } from '../phases/overload.js';
import { figuresOf } from '../phases/overload-results.js';
import { atLeast, atMost } from './goal.js';

/** What the example for Kubernetes requests. */
const MEGABYTES = 512;

/** @param {import('../results.js').Results} results */
export function overloadGoals(results, [, many]) {
  const of = (what) => results.of(what, 'service', many);
  return Object.entries(OVERLOADS).flatMap(([name, kinds]) => {
    const names = figuresOf(name);
    return [
      ...kinds.flatMap((kind) => [
        atMost(`p99: ${names.accepted(kind)}`, of(names.accepted(kind))?.p99, 1000, 'ms', 0),
        atMost(`p99: ${names.refused(kind)}`, of(names.refused(kind))?.p99, 100, 'ms', 0),
      ]),
      atLeast(
        names.always,
        results.figure(names.always),
        1,
        (value) => `${(value * 100).toFixed(2)} %`,
      ),
      atMost(names.normal, results.figure(names.normal), 1000, 'ms', 0),
      atMost(names.memory, results.figure(names.memory), MEGABYTES, 'MB', 0),
    ];
  });
}
