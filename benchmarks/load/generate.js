import { throughAutocannon } from './autocannon.js';
import { throughWrk, wrkVersion } from './wrk.js';

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {import('./traffic.js').Traffic} traffic
 * @property {number} seconds
 * @property {number} connections
 * @property {boolean} pinned on a core of its own, apart from the server's
 * @property {number} [pauseMs] how long a connection rests after an answer; none: it never does
 * @property {number} status what every answer must have
 */

const wrk = wrkVersion();
let generator = wrk === undefined ? throughAutocannon : throughWrk;

/** Takes autocannon though wrk is there. */
export function insistOnAutocannon() {
  generator = throughAutocannon;
}

export function generatorName() {
  return generator === throughWrk ? `wrk ${wrk}` : 'autocannon';
}

/**
 * Sends the load; throws if any request failed.
 * @param {Load} load
 * @returns {Promise<{ requests: number, perSecond: number, p50: number, p99: number, slowest: number }>}
 */
export async function generate(load) {
  const { seconds, requests, failures, p50, p99, slowest } = await generator(load);
  const failed = Object.entries(failures).filter(([, times]) => times > 0);
  if (failed.length > 0 || requests === 0) {
    const words = failed.map(([what, times]) => `${what} ${times}`).join(', ');
    const { method, path } = load.traffic;
    throw new Error(`${method} ${path}: of ${requests} requests there failed: ${words || 'all'}`);
  }
  return { requests, perSecond: requests / seconds, p50, p99, slowest };
}
