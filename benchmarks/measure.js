import { generate } from './load/generate.js';
import { cpuMicroseconds, memoryMegabytes } from './process-cost.js';

/**
 * One measurement. Times in milliseconds; `cpu` in microseconds per request, of the server's
 * process with all its threads and all that it started; `databaseCpu` that of its database.
 * @typedef {object} Sample
 * @property {number} requests
 * @property {number} perSecond
 * @property {number} p50
 * @property {number} p99
 * @property {number} slowest
 * @property {number | undefined} cpu
 * @property {number} [databaseCpu]
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
  const pids = [server.pid, server.databasePid].filter((pid) => pid !== undefined);
  const before = pids.map(cpuMicroseconds);
  const outcome = await generate({ port: server.port, ...load });
  const [cpu, databaseCpu] = pids.map((pid, index) =>
    before[index] === undefined
      ? undefined
      : (cpuMicroseconds(pid) - before[index]) / outcome.requests,
  );
  return { ...outcome, cpu, databaseCpu, memory: memoryMegabytes(server.pid) };
}
