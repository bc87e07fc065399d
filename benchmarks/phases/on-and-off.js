import { sweep } from '../load/sweep.js';
import { measure } from '../measure.js';
import { pinServer } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { startService } from '../servers/service.js';
import { copyOf } from '../store/store.js';
import { inTurn, MOST_SECONDS, TURNS } from './in-turn.js';

/**
 * Measures redirects of two services, in alternation, of which one has a feature that the other has not. Starts are pairs:
 * V8 optimizes some starts better than others.
 * @param {{ store: import('../store/store.js').Store, settings: Record<'off' | 'on', Record<string, string>>,
 *   traffics: Record<string, import('../load/traffic.js').CodeTraffic> }} what each traffic is measured one after the other
 * @param {import('../options.js').Options} options
 * @param {(traffic: string, which: 'off' | 'on', sample: import('../measure.js').Sample) => void} add
 */
export async function measureOnAndOff({ store, settings, traffics }, options, add) {
  const seconds = Math.min(options.seconds, MOST_SECONDS);
  const load = { connections: 64, pinned: true, status: 302 };
  for (let start = 1; start <= options.starts; start++) {
    const servers = {};
    for (const [which, variables] of Object.entries(settings)) {
      const { folder } = copyOf(store, newPath(`service-${which}`));
      const server = await startService(folder, variables);
      pinServer(server.pid);
      servers[which] = server;
    }
    for (const [name, traffic] of Object.entries(traffics)) {
      say(`redirects, ${name}, start ${start} of ${options.starts}`);
      for (const server of Object.values(servers)) {
        await sweep(server, traffic, traffic.codes.count, (index) => index);
        await measure(server, { ...load, traffic, seconds: options.warmUpSeconds });
      }
      for (let turn = 0; turn < TURNS; turn++) {
        for (const which of inTurn(Object.keys(servers), turn)) {
          add(name, which, await measure(servers[which], { ...load, traffic, seconds }));
        }
      }
    }
    for (const { child } of Object.values(servers)) await stop(child);
  }
}
