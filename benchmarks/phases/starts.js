import { visits } from '../load/traffic.js';
import { measure } from '../measure.js';
import { pinServer } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { startBare } from '../servers/bare.js';
import { startService } from '../servers/service.js';
import { copyWithAnswers } from '../store/answers.js';
import { mixedVisits } from './mixed-visits.js';

/** The maximum for one measurement: there are many. */
const MOST_SECONDS = 2;
const WARM_UP_SECONDS = 1;

export const OF_A_START = 'redirect, of each start';
export const OF_A_START_AFTER_MIX = 'redirect, of each start, after mixed visits';

/**
 * Starts the same build several times, each time with a new minimal Node.js server, and compares the
 * redirects of both, before and after a mix of visits: V8 optimizes some starts better than others.
 */
export async function measureStarts(stores, options, results) {
  const store = copyWithAnswers(await stores.small(), newPath('starts'));
  const traffic = visits(store);
  const load = { connections: 64, pinned: true };
  const seconds = Math.min(options.seconds, MOST_SECONDS);
  const redirects = { ...load, traffic, status: 302 };
  for (let start = 1; start <= options.starts; start++) {
    say(`start ${start} of ${options.starts}`);
    const service = await startService(store.folder, { MISSES_PER_MINUTE: '1000000' });
    const bare = await startBare(service, store);
    for (const { pid } of [service, bare]) pinServer(pid);
    const compare = async (what) => {
      for (const [who, server] of Object.entries({ service, 'node:http': bare })) {
        await measure(server, { ...redirects, seconds: WARM_UP_SECONDS });
        const sample = await measure(server, { ...redirects, seconds });
        results.add(what, who, store.links, sample);
      }
    };
    await compare(OF_A_START);
    await measure(service, { ...load, traffic: mixedVisits(store), seconds });
    await compare(OF_A_START_AFTER_MIX);
    for (const { child } of [service, bare]) await stop(child);
  }
}
