import { once } from 'node:events';
import { stop } from '../processes.js';
import { say } from '../progress.js';
import { startWithCache } from '../servers/service.js';
import { sweep } from './sweep.js';
import { retrieves, visits } from './traffic.js';

const MOST_LINKS = 500_000;
/** Enough for all links, as redirects and as retrievals. */
const MEGABYTES = 1536;
/** Requests before the measurement, until the service has warmed up; its cache holds one link. */
const WARM_UP = 20_000;

/**
 * Returns the memory of a process per link, in bytes: what redirects and retrievals add to its heap, and what
 * redirects add to the memory of the process.
 * @param {import('../store/store.js').Store} store
 * @param {Record<string, string>} [settings] of the service
 */
export async function bytesPerLink(store, settings = {}) {
  const links = Math.min(MOST_LINKS, store.links);
  const service = await startWithCache(store.folder, settings, MEGABYTES, {
    flags: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await sweep(service, visits(store), WARM_UP, () => 0);
  await sweep(service, retrieves(store), WARM_UP, () => 0);
  const growth = async (what, traffic) => {
    say(`memory: ${what}`);
    const before = await bytesInUse(service);
    await sweep(service, traffic, links, (index) => index);
    const after = await bytesInUse(service);
    return {
      used: (after.used - before.used) / links,
      resident: (after.resident - before.resident) / links,
    };
  };
  const redirect = await growth('redirect', visits(store));
  const retrieve = await growth('retrieve', retrieves(store));
  await stop(service.child);
  return { redirect: redirect.used, retrieve: retrieve.used, inTotal: redirect.resident };
}

/** @returns {Promise<{ used: number, resident: number }>} */
async function bytesInUse({ child }) {
  child.send('bytes');
  const [bytes] = await once(child, 'message');
  return bytes;
}
