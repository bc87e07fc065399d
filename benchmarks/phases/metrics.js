import { visits } from '../load/traffic.js';
import { measure } from '../measure.js';
import { pinServer } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { startService } from '../servers/service.js';
import { copyOf } from '../store/store.js';
import { inTurn, MOST_SECONDS, TURNS } from './in-turn.js';

export const REDIRECT = { off: 'redirect, metrics off', on: 'redirect, metrics on' };
const SETTINGS = { off: {}, on: { METRICS_TOKEN: 'a-token-of-prometheus' } };

/** Measures redirects with and without metrics. Starts are pairs: V8 optimizes some starts better than others. */
export async function measureMetrics(stores, options, results) {
  const store = await stores.small();
  const seconds = Math.min(options.seconds, MOST_SECONDS);
  const load = { traffic: visits(store), connections: 64, pinned: true, status: 302 };
  for (let start = 1; start <= options.starts; start++) {
    say(`redirects with and without metrics, start ${start} of ${options.starts}`);
    const servers = {};
    for (const [which, settings] of Object.entries(SETTINGS)) {
      const { folder } = copyOf(store, newPath(`metrics-${which}`));
      servers[which] = await startService(folder, settings);
      pinServer(servers[which].pid);
      await measure(servers[which], { ...load, seconds: options.warmUpSeconds });
    }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const which of inTurn(Object.keys(servers), turn)) {
        const sample = await measure(servers[which], { ...load, seconds });
        results.add(REDIRECT[which], 'service', store.links, sample);
      }
    }
    for (const { child } of Object.values(servers)) await stop(child);
  }
}
