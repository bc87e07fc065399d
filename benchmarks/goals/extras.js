import { CREATE } from '../phases/webhooks.js';
import { REDIRECT } from '../phases/metrics.js';
import { ratio, times } from './goal.js';

/** @param {import('../results.js').Results} results */
export function webhookGoals(results, [few]) {
  const against = compare(results, few, CREATE.none);
  return [
    times('create beside a webhook of another app, CPU', against(CREATE.other), 1.02),
    times('create with a webhook, until its event is stored, CPU', against(CREATE.stored), 1.25),
  ];
}

/** @param {import('../results.js').Results} results */
export function metricsGoals(results, [few]) {
  const measured = compare(results, few, REDIRECT.off)(REDIRECT.on);
  return [times('redirect with metrics against without, CPU', measured, 1.05)];
}

/** Ratios of CPU times to those of a base. */
function compare(results, links, base) {
  const cpu = (what) => results.of(what, 'service', links)?.cpu;
  return (what) => ratio(cpu(what), cpu(base));
}
