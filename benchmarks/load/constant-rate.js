import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { split } from '../http-pipeline.js';
import { requestsOf } from './next-request.js';
import { wireOf } from './traffic.js';

/** How long responses are awaited after the last request. */
const PATIENCE_MS = 10_000;
const RECONNECT_MS = 20;
/** Connections at the start, and how many more can be opened in a millisecond: servers queue only a few hundred. */
const FIRST_CONNECTIONS = 16;
const MORE_CONNECTIONS = 10;
const CLOSES = /\r\nconnection: close(?:\r\n|$)/i;

/**
 * @typedef {object} Stream
 * @property {number} port
 * @property {import('./traffic.js').Traffic} traffic
 * @property {number} perSecond
 * @property {number} connections the maximum
 * @property {number} [mostLateMs] a request that this process itself delays for longer is not sent
 */

/**
 * The responses of a stream: planned times (since the epoch), durations, both in ms; status 0: no response.
 * `skipped` requests were planned, but not sent, because this process was too slow.
 * @typedef {{ planned: number[], took: number[], status: number[], skipped: number }} Answers
 * @returns {Answers}
 */
const noAnswers = () => ({ planned: [], took: [], status: [], skipped: 0 });

/**
 * Sends requests at a constant rate, whether or not earlier ones have been answered, and measures each from
 * the time at which it was planned. So a stall of the server shows in every request that it delays. Timers
 * have a resolution of 1 ms, which adds up to 1 ms to each duration.
 */
export class ConstantRate {
  #stream;
  #next;
  #idle = [];
  /** Planned times of the requests that wait for an idle connection, from `#first`. */
  #waiting = [];
  #first = 0;
  #open = new Set();
  #inFlight = 0;
  #answers = noAnswers();
  #began = 0;
  #planned = 0;
  #timer;

  /** @param {Stream} stream */
  constructor(stream) {
    this.#stream = stream;
    this.#next = requestsOf(stream.traffic);
  }

  start() {
    this.#connectMore(FIRST_CONNECTIONS);
    this.#began = performance.now();
    this.#timer = setInterval(() => this.#plan(), 1);
  }

  /** @returns {Answers} the answers since the last call */
  take() {
    const answers = this.#answers;
    this.#answers = noAnswers();
    return answers;
  }

  /** Sends no more requests, and waits for the responses. What was not answered by then has status 0. */
  async stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (let at = this.#first; at < this.#waiting.length; at++)
      this.#answered(this.#waiting[at], 0);
    this.#waiting = [];
    this.#first = 0;
    const end = performance.now() + PATIENCE_MS;
    while (this.#inFlight > 0 && performance.now() < end) await sleep(10);
    for (const connection of this.#open) connection.socket.destroy();
    while (this.#open.size > 0) await sleep(10);
  }

  #plan() {
    const { perSecond, mostLateMs = Infinity } = this.#stream;
    const now = performance.now();
    // The first one is due at once.
    const due = 1 + Math.floor(((now - this.#began) * perSecond) / 1000);
    for (; this.#planned < due; this.#planned++) {
      const at = this.#began + (this.#planned * 1000) / perSecond;
      if (now - at > mostLateMs) this.#answers.skipped++;
      else this.#waiting.push(at);
    }
    this.#send();
    this.#connectMore(Math.min(MORE_CONNECTIONS, this.#waiting.length - this.#first));
  }

  #connectMore(count) {
    const free = this.#stream.connections - this.#open.size;
    for (let index = 0; index < Math.min(free, count); index++) this.#connect();
  }

  #send() {
    while (this.#idle.length > 0 && this.#first < this.#waiting.length) {
      const connection = this.#idle.pop();
      if (connection.socket.destroyed) continue;
      connection.planned = this.#waiting[this.#first++];
      this.#inFlight++;
      connection.socket.write(wireOf(this.#next(), this.#stream.port));
    }
    if (this.#first < 10_000) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  }

  #connect() {
    const socket = connect(this.#stream.port, '127.0.0.1').setNoDelay(true);
    const connection = { socket, planned: undefined };
    this.#open.add(connection);
    let rest = Buffer.alloc(0);
    socket.on('connect', () => this.#ready(connection));
    socket.on('data', (chunk) => {
      // A server can give up on a connection that was not used, with a response: 408.
      if (connection.planned === undefined) return socket.destroy();
      const answers = split(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk);
      rest = answers.rest;
      for (const { head } of answers.whole) {
        this.#ended(connection, Number(head.slice(9, 12)));
        if (CLOSES.test(head)) socket.end();
        else this.#ready(connection);
      }
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#open.delete(connection);
      if (connection.planned !== undefined) this.#ended(connection, 0);
      if (this.#timer) setTimeout(() => this.#timer && this.#connectMore(1), RECONNECT_MS);
    });
  }

  #ready(connection) {
    this.#idle.push(connection);
    this.#send();
  }

  #ended(connection, status) {
    this.#answered(connection.planned, status);
    connection.planned = undefined;
    this.#inFlight--;
  }

  #answered(planned, status) {
    const { planned: times, took, status: statuses } = this.#answers;
    times.push(Math.round(performance.timeOrigin + planned));
    took.push(Math.round((performance.now() - planned) * 100) / 100);
    statuses.push(status);
  }
}
