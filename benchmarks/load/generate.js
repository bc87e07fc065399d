import { throughAutocannon } from './autocannon.js';
import { partsOf } from './traffic.js';
import { throughWrk, wrkVersion } from './wrk.js';

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {import('./traffic.js').Traffic} traffic
 * @property {number} seconds
 * @property {number} connections
 * @property {boolean} pinned runs on a core of its own, apart from the server's
 * @property {number} [pauseMs] how long a connection waits after a response; undefined: not at all
 * @property {boolean} [mayRefuse] responses of 400 and higher are no failures
 * @property {number} [status] the expected status of every response; a mix has one for each part
 */

/** How far the share of refusals in a mix may be from the expected one, in standard deviations. */
const TOLERANCE = 6;

const wrk = wrkVersion();
let generator = wrk === undefined ? throughAutocannon : throughWrk;

/** Uses autocannon even if wrk is installed. */
export function assertAutocannon() {
  generator = throughAutocannon;
}

export function generatorName() {
  return generator === throughWrk ? `wrk ${wrk}` : 'autocannon';
}

/**
 * Sends the load. Throws if any request failed, or was refused (400 or higher) unless that was expected.
 * @param {Load} load
 * @returns {Promise<{ requests: number, refused: number, perSecond: number, p50: number, p99: number,
 *   slowest: number }>}
 */
export async function generate(load) {
  const { seconds, requests, refused, failures, p50, p99, slowest } = await generator(load);
  const failed = Object.entries(failures).filter(([, times]) => times > 0);
  const surprise = refused - requests * shareRefused(load);
  if (!load.mayRefuse && Math.abs(surprise) > toleratedBy(load, requests)) {
    failed.push([surprise > 0 ? 'status of 400 or more' : 'status below 400', Math.abs(surprise)]);
  }
  if (failed.length > 0 || requests === 0) {
    const words = failed.map(([what, times]) => `${what} ${Math.round(times)}`).join(', ');
    const [{ traffic }] = partsOf(load.traffic);
    const what = load.traffic.kind === 'mix' ? 'a mix' : `${traffic.method} ${traffic.path}`;
    throw new Error(`${what}: of ${requests} requests there failed: ${words || 'all'}`);
  }
  return { requests, refused, perSecond: requests / seconds, p50, p99, slowest };
}

/** The expected share of responses with a status of 400 or higher. */
function shareRefused({ traffic, status }) {
  return partsOf(traffic, status)
    .filter((part) => part.status >= 400)
    .reduce((sum, { share }) => sum + share, 0);
}

function toleratedBy(load, requests) {
  const share = shareRefused(load);
  return TOLERANCE * Math.sqrt(requests * share * Math.max(0, 1 - share)) + 1e-3;
}
