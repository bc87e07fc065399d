import { count } from '../progress.js';
import { atLeast, atMost, ratio, times } from './goal.js';

/** @typedef {import('../results.js').Results} Results */

const cpuIn = (results) => (what, who, links) => results.of(what, who, links)?.cpu;
const of = (links) => `${count(links)} links`;

/** @param {Results} results */
export function readGoals(results, [few, many]) {
  const cpu = cpuIn(results);
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
    ...['redirect', 'retrieve'].map((what) => growthGoal(results, what, [few, many])),
  ];
}

/** @param {Results} results */
export function createGoals(results, [few, many]) {
  const both = (make) => [few, many].map(make);
  const create = (links) => results.of('create', 'service', links);
  return [
    growthGoal(results, 'create', [few, many]),
    ...both((links) =>
      atLeast(
        `durable creates per second, ${of(links)}`,
        create(links)?.perSecond,
        12_000,
        (value) => count(Math.round(value)),
      ),
    ),
    ...both((links) => atMost(`CPU of a create, ${of(links)}`, create(links)?.cpu, 60, 'µs')),
    ...both((links) =>
      atMost(`p99 of creates across checkpoints, ${of(links)}`, create(links)?.p99, 20, 'ms'),
    ),
    atMost(
      `p99 of visits while creates run, ${of(many)}`,
      results.of('visit while creating', 'service', many)?.p99,
      5,
      'ms',
    ),
  ];
}

/** @param {Results} results */
export function redeemGoals(results, [few, many]) {
  const cpu = cpuIn(results)('redeem', 'service', few);
  return [
    atMost(`CPU of a redemption, ${of(few)}`, cpu, 80, 'µs'),
    growthGoal(results, 'redeem', [few, many]),
  ];
}

function growthGoal(results, what, [few, many]) {
  const cpu = cpuIn(results);
  return times(
    `${what}, ${of(many)} against ${count(few)}, CPU`,
    ratio(cpu(what, 'service', many), cpu(what, 'service', few)),
    1.3,
  );
}
