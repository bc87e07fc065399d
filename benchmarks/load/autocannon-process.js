import autocannon from 'autocannon';
import { requestsOf } from './next-request.js';
import { statusesOf } from './traffic.js';

/** A separate process, so that it can have a core of its own and its work is not part of the benchmark's. */

/** @type {import('./generate.js').Load} */
const { port, traffic, seconds, connections, pauseMs, status } = JSON.parse(process.argv[2]);

const next = requestsOf(traffic);
const latencies = [];
const statuses = {};

const load = autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  timeout: 20,
  // autocannon supports no pauses, only a rate; it sends the requests of a second at once.
  ...(pauseMs === undefined ? {} : { overallRate: Math.round((connections * 1000) / pauseMs) }),
  requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
});
load.on('response', (_client, code, _bytes, milliseconds) => {
  latencies.push(milliseconds);
  statuses[code] = (statuses[code] ?? 0) + 1;
});
const { duration, errors, timeouts } = await load;

const expected = statusesOf(traffic, status);
// As with wrk, which does not tell refusals apart: an unknown code gets 404 now and then among many 429.
const isExpected = (code) =>
  expected.includes(code) || (code >= 400 && expected.some((one) => one >= 400));
const unexpected = Object.entries(statuses).filter(([code]) => !isExpected(Number(code)));
const refused = Object.entries(statuses).filter(([code]) => Number(code) >= 400);
const sorted = Float64Array.from(latencies).toSorted();
const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
process.stdout.write(
  JSON.stringify({
    seconds: duration,
    requests: latencies.length,
    refused: refused.reduce((sum, [, times]) => sum + times, 0),
    failures: { errors, timeouts, ...Object.fromEntries(unexpected) },
    p50: at(0.5),
    p99: at(0.99),
    slowest: sorted.at(-1),
  }),
);
