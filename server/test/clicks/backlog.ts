import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually } from '../processes.ts';

/** For `METRICS_TOKEN`. */
export const METRICS_TOKEN = 'a-token-of-prometheus';

/**
 * Waits until at most so many clicks of a service are not stored yet. On a busy machine, visits can be answered faster than
 * clicks are stored; a service keeps a limited number of clicks, and stores what it can within some seconds when it stops.
 */
export function waitingAtMost(url: string, clicks: number): Promise<void> {
  return eventually(
    `at most ${clicks} clicks wait`,
    async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const text = await (await fetch(`${url}/metrics`, { headers })).text();
      return sumOf(parseMetrics(text), 'smartlink_clicks_waiting') <= clicks;
    },
    60_000,
  );
}
