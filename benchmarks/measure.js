import { generate } from './load/generate.js';
import { cpuMicroseconds, memoryMegabytes } from './process-cost.js';

/**
 * One measurement. Times in milliseconds; `cpu` in microseconds per request, of the server's
 * process with all its threads.
 * @typedef {object} Sample
 * @property {number} requests
 * @property {number} perSecond
 * @property {number} p50
 * @property {number} p99
 * @property {number} slowest
 * @property {number | undefined} cpu
 * @property {number | undefined} memory
 * @property {number} [checkpoints] see store/watch-checkpoints.js
 * @property {number} [logMegabytes]
 */

/**
 * Puts load on a server and reads what it cost in the same window. An answer that is not what was
 * asked for fails the whole run: numbers of errors are no numbers.
 * @returns {Promise<Sample>}
 */
export async function measure(server, load) {
  const before = cpuMicroseconds(server.pid);
  const outcome = await generate({ port: server.port, ...load });
  const after = cpuMicroseconds(server.pid);
  return {
    ...outcome,
    cpu: before === undefined ? undefined : (after - before) / outcome.requests,
    memory: memoryMegabytes(server.pid),
  };
}
