import { OF_A_START, OF_A_START_AFTER_MIX } from '../phases/starts.js';
import { IDLE_MEMORY, LINK_MEMORY } from '../phases/startup.js';
import { atMost, ratio, times } from './goal.js';

/** @typedef {import('../results.js').Results} Results */

/** @param {Results} results */
export function startupGoals(results) {
  return [
    atMost(IDLE_MEMORY, results.figure(IDLE_MEMORY), 100, 'MB', 0),
    atMost(LINK_MEMORY, results.figure(LINK_MEMORY), 400, 'bytes', 0),
  ];
}

/** @param {Results} results */
export function startsGoals(results, [few]) {
  return [OF_A_START, OF_A_START_AFTER_MIX].map((what) => {
    const [ours, bare] = ['service', 'node:http'].map((who) => results.samplesOf(what, who, few));
    const ratios = ours.flatMap(({ cpu }, start) => ratio(cpu, bare[start].cpu) ?? []);
    const worst = ratios.length === 0 ? undefined : Math.max(...ratios);
    return times(`${what}, against bare node:http, CPU, the worst of ${ours.length}`, worst, 1.25);
  });
}
