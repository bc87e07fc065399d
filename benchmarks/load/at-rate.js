import { fileURLToPath } from 'node:url';
import { onLoadCore } from '../process-cost.js';
import { run } from '../processes.js';

const PROGRAM = fileURLToPath(new URL('./constant-rate-process.js', import.meta.url));

/**
 * Sends some streams from one other process, and returns the answers of each.
 * @template {string} Name
 * @typedef {{ seconds: number } & import('./constant-rate.js').Answers} Answered
 * @param {Record<Name, import('./constant-rate.js').Stream>} streams
 * @param {{ seconds: number, warmUpSeconds?: number, pinned?: boolean }} how
 * @returns {Promise<Record<Name, Answered>>}
 */
export async function sendAtRate(streams, { seconds, warmUpSeconds = 0, pinned = false }) {
  const args = [PROGRAM, JSON.stringify({ streams, warmUpSeconds, seconds })];
  const { execPath } = process;
  const output = await (pinned ? run(...onLoadCore(execPath, args)) : run(execPath, args));
  return JSON.parse(output);
}

/**
 * Returns the figures of the answers with a status in `statuses`, in ms.
 * @param {Answered} answers
 * @param {(status: number) => boolean} accepted
 */
export function summaryOf({ seconds, took, status }, accepted) {
  const sorted = Float64Array.from(took.filter((_, index) => accepted(status[index]))).toSorted();
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    slowest: sorted.at(-1) ?? 0,
    cpu: undefined,
    memory: undefined,
  };
}
