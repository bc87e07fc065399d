import { count } from './progress.js';

/**
 * @typedef {object} Goal
 * @property {string} goal
 * @property {number | undefined} measured undefined if it was not measured
 * @property {number} limit
 * @property {'at most' | 'at least'} sense
 * @property {(value: number) => string} show
 */

/**
 * Returns the goals of the service, with the measured values.
 * @param {import('./results.js').Results} results
 * @returns {Goal[]}
 */
export function goals(results, [few, many]) {
  const cpu = (what, who, links) => results.of(what, who, links)?.cpu;
  const ratio = (a, b) => (a === undefined || b === undefined ? undefined : a / b);
  const of = (links) => `${count(links)} links`;
  const both = (make) => [few, many].map(make);
  return [
    ...both((links) =>
      times(
        `redirect against nginx, CPU, ${of(links)}`,
        ratio(cpu('redirect', 'service', links), cpu('redirect', 'nginx')),
        2.0,
      ),
    ),
    ...[
      ['redirect', 1.25],
      ['retrieve', 1.4],
    ].flatMap(([what, limit]) =>
      both((links) =>
        times(
          `${what} against bare node:http, CPU, ${of(links)}`,
          ratio(cpu(what, 'service', links), cpu(what, 'node:http', links)),
          limit,
        ),
      ),
    ),
    ...['redirect', 'retrieve', 'create'].map((what) =>
      times(
        `${what}, ${of(many)} against ${count(few)}, CPU`,
        ratio(cpu(what, 'service', many), cpu(what, 'service', few)),
        1.3,
      ),
    ),
    ...both((links) => ({
      goal: `durable creates per second, ${of(links)}`,
      measured: results.of('create', 'service', links)?.perSecond,
      limit: 12_000,
      sense: 'at least',
      show: (value) => count(Math.round(value)),
    })),
    ...both((links) =>
      atMost(`CPU of a create, ${of(links)}`, cpu('create', 'service', links), 60, 'µs'),
    ),
    ...both((links) =>
      atMost(
        `p99 of creates across checkpoints, ${of(links)}`,
        results.of('create', 'service', links)?.p99,
        20,
        'ms',
      ),
    ),
    atMost(
      `p99 of visits while creates run, ${of(many)}`,
      results.of('visit while creating', 'service', many)?.p99,
      5,
      'ms',
    ),
  ];
}

function times(goal, measured, limit) {
  return { goal, measured, limit, sense: 'at most', show: (value) => `${value.toFixed(2)} ×` };
}

function atMost(goal, measured, limit, unit) {
  return {
    goal,
    measured,
    limit,
    sense: 'at most',
    show: (value) => `${value.toFixed(1)} ${unit}`,
  };
}
