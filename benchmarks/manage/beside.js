import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The load during requests of the management API: a visit every few milliseconds, which shows how long
 * requests wait, and creates, if any. It is a separate thread, so that work of the benchmark does not delay a
 * visit. The message `start` resets its measurements; `stop` returns the times of the visits.
 */

const VISIT_EVERY_MS = 8;
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** How often the creates that are due are sent. */
const CREATE_EVERY_MS = 4;

const { port, codes, token, createsPerSecond } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let visits = [];
let due = 0;
let made = 0;

setInterval(visit, VISIT_EVERY_MS);
if (createsPerSecond > 0) setInterval(create, CREATE_EVERY_MS);
parentPort?.on('message', (message) => {
  if (message === 'stop') parentPort?.postMessage(visits);
  visits = [];
});

function visit() {
  const began = performance.now();
  const path = `/${codes[Math.floor(Math.random() * codes.length)]}`;
  send({ path, headers: { 'user-agent': DESKTOP } }, 302, () => {
    visits.push(performance.now() - began);
  });
}

function create() {
  due += (createsPerSecond * CREATE_EVERY_MS) / 1000;
  for (; due >= 1; due--) {
    const body = `{"uri":"products/new-${made++}","metadata":{"coupon":"WELCOME"}}`;
    const headers = {
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    send({ path: '/v2/smartlinks', method: 'POST', headers }, 201, () => undefined, body);
  }
}

function send(options, status, answered, body) {
  const sent = request({ agent, host: '127.0.0.1', port, ...options }, (response) => {
    if (response.statusCode !== status) {
      throw new Error(`${options.path} was answered ${response.statusCode}, not ${status}`);
    }
    response.resume().on('end', answered);
  });
  sent.end(body);
}
