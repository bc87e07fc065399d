import { ENGINES } from '../engines/engine.js';
import { CREATE } from '../phases/webhooks.js';
import { REDIRECT } from '../phases/metrics.js';
import { RECORDED, redirectOf } from '../phases/recording.js';
import { count } from '../progress.js';
import { ratio, times } from './goal.js';

/** @param {import('../results.js').Results} results */
export function webhookGoals(results, [few]) {
  return Object.values(ENGINES).flatMap(({ name }) => {
    const against = compare(results, name, few, CREATE.none);
    const beside = `${name}: create beside a webhook of another app, CPU`;
    const stored = `${name}: create with a webhook, until its event is stored, CPU`;
    return [
      times(beside, against(CREATE.other), 1.02),
      times(stored, against(CREATE.stored), 1.25),
    ];
  });
}

/** @param {import('../results.js').Results} results */
export function metricsGoals(results, [few]) {
  const measured = compare(results, 'service', few, REDIRECT.off)(REDIRECT.on);
  return [times('redirect with metrics against without, CPU', measured, 1.05)];
}

/** @param {import('../results.js').Results} results */
export function recordingGoals(results, sizes) {
  return sizes.flatMap((links) =>
    RECORDED.map((name) => {
      const measured = compare(results, 'service', links, redirectOf('off', name));
      const what = `redirect of ${name}, with clicks against without, ${count(links)} links, CPU`;
      return times(what, measured(redirectOf('on', name)), 1.2);
    }),
  );
}

/** Ratios of CPU times to those of a base. */
function compare(results, who, links, base) {
  const cpu = (what) => results.of(what, who, links)?.cpu;
  return (what) => ratio(cpu(what), cpu(base));
}
