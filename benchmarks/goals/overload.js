import { OVERLOADS } from '../phases/overload.js';
import { figuresOf } from '../phases/overload-results.js';
import { atLeast, atMost, ratio } from './goal.js';

/** What the example for Kubernetes requests. */
const MEGABYTES = 512;

/** @param {import('../results.js').Results} results */
export function overloadGoals(results, [, many]) {
  const of = (what) => results.of(what, 'service', many);
  return Object.entries(OVERLOADS).flatMap(([name, kinds]) => {
    const names = figuresOf(name);
    const refused = kinds.map(names.refused).filter((what) => of(what) !== undefined);
    return [
      ...kinds
        .map(names.accepted)
        .map((what) => atMost(`p99: ${what}`, of(what)?.p99, 1000, 'ms', 0)),
      ...refused.map((what) => atMost(`p99: ${what}`, of(what)?.p99, 100, 'ms', 0)),
      ...(kinds.length > 1 ? [visitsFirst(results, names)] : []),
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

/** Management requests are refused before visits. */
function visitsFirst(results, names) {
  const [visits, management] = ['visits', 'management'].map((kind) =>
    results.figure(names.share(kind)),
  );
  const goal = `${names.share('visits')}, against that of management`;
  return atLeast(goal, ratio(visits, management), 1, (value) => `${value.toFixed(2)} ×`);
}
