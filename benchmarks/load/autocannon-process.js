import autocannon from 'autocannon';
import { readCodes } from '../store/codes.js';
import { redemptionId } from './traffic.js';

/** A separate process, so that it can have a core of its own and its work is not part of the benchmark's. */

/** @type {import('./generate.js').Load} */
const { port, traffic, seconds, connections, pauseMs, status } = JSON.parse(process.argv[2]);

const setupRequest = { code: randomCode, number: nextNumber, redemption }[traffic.kind]();
const latencies = [];
const statuses = {};

const load = autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  timeout: 20,
  // autocannon supports no pauses, only a rate; it sends the requests of a second at once.
  ...(pauseMs === undefined ? {} : { overallRate: Math.round((connections * 1000) / pauseMs) }),
  requests: [
    { method: traffic.method, path: traffic.path, headers: traffic.headers, setupRequest },
  ],
});
load.on('response', (_client, code, _bytes, milliseconds) => {
  latencies.push(milliseconds);
  statuses[code] = (statuses[code] ?? 0) + 1;
});
const { duration, errors, timeouts } = await load;

const { [status]: good = 0, ...others } = statuses;
const sorted = Float64Array.from(latencies).toSorted();
const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const failures = { errors, timeouts, ...others };
process.stdout.write(
  JSON.stringify({
    seconds: duration,
    requests: good,
    failures,
    p50: at(0.5),
    p99: at(0.99),
    slowest: sorted.at(-1),
  }),
);

function randomCode() {
  const { at: codeAt, count } = readCodes(traffic.codes);
  return (request) => {
    const path = traffic.path + codeAt(Math.floor(Math.random() * count));
    return { ...request, path };
  };
}

function nextNumber() {
  const { body, numbers } = traffic;
  let last = numbers.after;
  const number = () => ('upTo' in numbers ? 1 + Math.floor(Math.random() * numbers.upTo) : ++last);
  return (request) => ({ ...request, body: body.join(String(number())) });
}

function redemption() {
  const { at: codeAt, count } = readCodes(traffic.codes);
  const [before, between, after] = traffic.body;
  let last = traffic.numbers.after;
  return (request) => {
    const code = codeAt(Math.floor(Math.random() * count));
    return { ...request, body: before + code + between + redemptionId(++last) + after };
  };
}
