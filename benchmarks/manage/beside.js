import { parentPort, workerData } from 'node:worker_threads';
import { ConstantRate } from '../load/constant-rate.js';

/**
 * The load during requests of the management API: a visit every few milliseconds, which shows how long
 * requests wait, and creates, if any. It is a separate thread, so that work of the benchmark does not delay a
 * visit. The message `start` resets its measurements; `stop` returns the times of the visits.
 */

const VISITS_PER_SECOND = 125;
const CONNECTIONS = 64;

const { port, visits, creates, createsPerSecond } = workerData;
const about = { port, connections: CONNECTIONS };
const visiting = new ConstantRate({ ...about, traffic: visits, perSecond: VISITS_PER_SECOND });
const creating = new ConstantRate({ ...about, traffic: creates, perSecond: createsPerSecond });
visiting.start();
if (createsPerSecond > 0) creating.start();

parentPort?.on('message', (message) => {
  const took = timesOf(visiting, 302);
  timesOf(creating, 201);
  if (message === 'stop') parentPort?.postMessage(took);
});

function timesOf(rate, expected) {
  const { took, status } = rate.take();
  const other = status.find((one) => one !== expected);
  if (other !== undefined) throw new Error(`${expected} was expected, not ${other}`);
  return took;
}
