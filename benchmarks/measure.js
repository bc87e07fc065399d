import { generate } from './load/generate.js';
import { cpuMicroseconds, memoryMegabytes } from './process-cost.js';

/**
 * One measurement. Times are in milliseconds; `cpu` is in microseconds per request, for the process of the
 * server with its threads and child processes; `databaseCpu` is that of its database.
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
 * Sends load to a server and reads its costs during the same time. An unexpected response fails the whole
 * run, because times of errors mean nothing.
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
