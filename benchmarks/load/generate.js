import { throughAutocannon } from './autocannon.js';
import { throughWrk, wrkVersion } from './wrk.js';

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {import('./traffic.js').Traffic} traffic
 * @property {number} seconds
 * @property {number} connections
 * @property {boolean} pinned runs on a core of its own, apart from the server's
 * @property {number} [pauseMs] how long a connection waits after a response; undefined: not at all
 * @property {number} status the expected status of every response
 */

const wrk = wrkVersion();
let generator = wrk === undefined ? throughAutocannon : throughWrk;

/** Uses autocannon even if wrk is installed. */
export function insistOnAutocannon() {
  generator = throughAutocannon;
}

export function generatorName() {
  return generator === throughWrk ? `wrk ${wrk}` : 'autocannon';
}

/**
 * Sends the load. Throws if any request failed.
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
