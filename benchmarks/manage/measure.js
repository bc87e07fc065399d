import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { cpuMicroseconds } from '../process-cost.js';
import { say } from '../progress.js';

/** For each kind of request: this number, or as many as fit into the time, but at least a few. */
const USUAL = { times: 100, mostMs: 2500, least: 30 };
const WARM_UP = 3;

/**
 * Times in milliseconds. `cpu`: CPU time of the service, and of its database if that is another process, for
 * one request, including the visits and creates during that time.
 * @typedef {{ p50: number, p95: number, p99: number, max: number }} Times
 * @typedef {{ what: string, asked: Times, visits: Times, cpu: number[] }} Row
 *
 * @typedef {object} Asked
 * @property {number} port
 * @property {(number | undefined)[]} pids of the service, and of its database if it is a server
 * @property {string} cookie
 * @property {import('../load/traffic.js').Traffic} visits
 * @property {import('../load/traffic.js').Traffic} creates
 */

/**
 * Sends one request after the other over one connection, as a signed-in user.
 * @param {Asked} service
 * @param {import('./questions.js').Question[]} questions
 * @param {{ createsPerSecond: number, about: string }} options
 * @returns {Promise<{ rows: Row[], visits: Times }>}
 */
export async function measureQuestions(service, questions, { createsPerSecond, about }) {
  const { port, pids, cookie, visits: visiting, creates } = service;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const beside = new Worker(new URL('./beside.js', import.meta.url), {
    workerData: { port, visits: visiting, creates, createsPerSecond },
  });
  // An error of the other thread ends the run.
  beside.on('error', (error) => {
    throw error;
  });
  const rows = [];
  const allVisits = [];
  for (const question of questions) {
    const ask = asker({ agent, port, cookie, question });
    for (let index = 0; index < WARM_UP; index++) await ask(index, undefined);
    const before = pids.map(cpuOf);
    beside.postMessage('start');
    const asked = await askAll(ask, question);
    beside.postMessage('stop');
    const [visits] = await once(beside, 'message');
    const cpu = pids.map((pid, index) => (cpuOf(pid) - before[index]) / asked.length / 1000);
    allVisits.push(...visits);
    rows.push({ what: question.what, asked: timesOf(asked), visits: timesOf(visits), cpu });
    say(`${about}: ${question.what}, p95 ${rows.at(-1).asked.p95.toFixed(1)} ms`);
  }
  await beside.terminate();
  agent.destroy();
  return { rows, visits: timesOf(allVisits) };
}

async function askAll(ask, { walks }) {
  const { times, mostMs, least } = walks ? { times: walks, mostMs: Infinity, least: 0 } : USUAL;
  const took = [];
  const end = performance.now() + mostMs;
  let cursor;
  while (took.length < least || (took.length < times && performance.now() < end)) {
    const answer = await ask(took.length, cursor);
    took.push(answer.took);
    if (!walks) continue;
    cursor = JSON.parse(answer.text).next_cursor;
    if (cursor === null) break;
  }
  return took;
}

/** Sends a request and returns how long it took until the last byte of the response. */
function asker({ agent, port, cookie, question: { path, app, body } }) {
  const text = body && JSON.stringify(body);
  const headers = {
    cookie,
    'smartlink-app': app,
    'sec-fetch-site': 'same-origin',
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return (index, cursor) =>
    new Promise((resolve, reject) => {
      const options = {
        agent,
        host: '127.0.0.1',
        port,
        path: `/manage/v1/${path(index, cursor)}`,
        method: text ? 'POST' : 'GET',
        headers,
      };
      const began = performance.now();
      const sent = request(options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const took = performance.now() - began;
          const answer = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve({ took, text: answer });
          else reject(new Error(`${options.path} was answered ${response.statusCode}: ${answer}`));
        });
      });
      sent.on('error', reject).end(text);
    });
}

function cpuOf(pid) {
  return (pid === undefined ? undefined : cpuMicroseconds(pid)) ?? NaN;
}

/** @returns {Times} */
function timesOf(milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
