import { visits } from '../load/traffic.js';
import { measureOnAndOff } from './on-and-off.js';

export const REDIRECT = { off: 'redirect, metrics off', on: 'redirect, metrics on' };
const SETTINGS = { off: {}, on: { METRICS_TOKEN: 'a-token-of-prometheus' } };

/** Measures redirects with and without metrics. */
export async function measureMetrics(stores, options, results) {
  const store = await stores.small();
  const traffics = { metrics: visits(store) };
  await measureOnAndOff({ store, settings: SETTINGS, traffics }, options, (_, which, sample) =>
    results.add(REDIRECT[which], 'service', store.links, sample),
  );
}
