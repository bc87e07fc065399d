import { AFTER_MIX, PAGES, REDIRECT, REFUSALS, UNCACHED } from '../phases/visits.js';
import { ratio, times } from './goal.js';

/** @param {import('../results.js').Results} results */
export function visitGoals(results, [few]) {
  const cpu = (what, who = 'service') => results.of(what, who, few)?.cpu;
  const againstRedirect = (what, limit) =>
    times(`${what} against a cached redirect, CPU`, ratio(cpu(what), cpu(REDIRECT)), limit);
  const againstBare = (what) =>
    times(
      `${what}, against bare node:http, CPU`,
      ratio(cpu(what), cpu(REDIRECT, 'node:http')),
      1.25,
    );
  return [
    againstBare(REDIRECT),
    againstBare(AFTER_MIX),
    ...Object.keys(PAGES).map((what) => againstRedirect(what, 1.5)),
    ...Object.keys(REFUSALS).map((what) => againstRedirect(what, 1.0)),
    againstRedirect(UNCACHED, 2.0),
  ];
}
