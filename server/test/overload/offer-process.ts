import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A process that sends requests at fixed times, whether or not earlier ones were answered, over connections that
 * it has opened before. It runs the streams of the message from its parent process, reports `over` after the last
 * request, and then the results.
 */

/** How long to wait for responses after the last request. */
const PATIENCE_MS = 30_000;

/** Requests of one kind. */
export interface Stream {
  readonly name: string;
  /** Complete requests as they are sent, used in turn. */
  readonly requests: readonly string[];
  /** Requests per second. */
  readonly rate?: number;
  /** Instead of a rate: requests in progress at any time. */
  readonly atOnce?: number;
}

export interface Offer {
  readonly url: string;
  readonly streams: readonly Stream[];
  readonly milliseconds: number;
  /** The results leave out what was sent in this time at the start; default: 0. */
  readonly startMs?: number;
  /** How many. Requests that find all of them in use are not sent. */
  readonly connections: number;
}

/** The responses with one status: how many, and the milliseconds until they were complete. */
export interface Responses {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Result {
  readonly sent: number;
  /** Requests that found no free connection. */
  readonly unsent: number;
  readonly seconds: number;
  /** By status; `0`: no valid response. */
  readonly byStatus: Readonly<Record<number, Responses>>;
  /** A sample of the responses with 503. */
  readonly refusal: string;
  /** The longest time in which this process did not run, in milliseconds. */
  readonly longestPauseMs: number;
}

interface Waiting {
  readonly stream: Running;
  readonly sentAt: number;
}

class Running {
  readonly stream: Stream;
  readonly #requests: readonly Buffer[];
  sent = 0;
  unsent = 0;
  inProgress = 0;
  readonly times = new Map<number, number[]>();
  refusal = '';

  constructor(stream: Stream) {
    this.stream = stream;
    this.#requests = stream.requests.map((text) => Buffer.from(text));
  }

  /** How many requests are to be sent now. */
  due(elapsedMs: number): number {
    const { rate, atOnce = 0 } = this.stream;
    if (rate === undefined) return atOnce - this.inProgress;
    return Math.floor((elapsedMs / 1000) * rate) - this.sent - this.unsent;
  }

  next(): Buffer {
    this.inProgress++;
    return this.#requests[this.sent++ % this.#requests.length] as Buffer;
  }

  answered(status: number, sentAt: number): void {
    this.inProgress--;
    if (sentAt < countedFrom) return;
    const times = this.times.get(status) ?? [];
    this.times.set(status, times);
    times.push(performance.now() - sentAt);
  }

  result(milliseconds: number, longestPauseMs: number): Result {
    const byStatus: Record<number, Responses> = {};
    for (const [status, times] of this.times) {
      const sorted = Float64Array.from(times).toSorted();
      const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
      const [p50Ms, p99Ms, maxMs] = [at(0.5), at(0.99), sorted.at(-1) ?? 0];
      byStatus[status] = { count: sorted.length, p50Ms, p99Ms, maxMs };
    }
    const { sent, unsent, refusal } = this;
    return { sent, unsent, seconds: milliseconds / 1000, byStatus, refusal, longestPauseMs };
  }
}

/** A request with a short response. */
const HELLO = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';

/** Requests that were sent before are left out of the results. */
let countedFrom = 0;

/** Connections without a request in progress. */
const idle: Connection[] = [];

/** A connection with at most one request at a time. */
class Connection {
  readonly #socket: Socket;

  static async open({ hostname, port }: URL): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    // The kernel connects before the service accepts, which it does not do often under load.
    socket.write(HELLO);
    await once(socket, 'data');
    idle.push(new Connection(socket));
  }

  #waiting: Waiting | undefined;
  #head = '';
  /** Bytes of the response that have arrived, and all of them (undefined: not known yet). */
  #received = 0;
  #expected: number | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#end(0, true));
  }

  send(stream: Running): void {
    this.#waiting = { stream, sentAt: performance.now() };
    this.#head = '';
    this.#received = 0;
    this.#expected = undefined;
    this.#socket.write(stream.next());
  }

  #read(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#expected === undefined) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = /^content-length: (\d+)/im.exec(this.#head)?.[1];
      this.#expected = end + 4 + Number(length ?? 0);
    }
    if (this.#received < this.#expected) return;
    const status = Number(this.#head.slice(9, 12));
    if (status === 503 && this.#waiting) this.#waiting.stream.refusal = this.#head;
    this.#end(status, /^connection: close/im.test(this.#head));
  }

  #end(status: number, closed: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (closed) {
      this.#socket.destroy();
      const place = idle.indexOf(this);
      if (place !== -1) idle.splice(place, 1);
    }
    if (!waiting) return;
    waiting.stream.answered(status, waiting.sentAt);
    if (!closed) idle.push(this);
    if (waiting.stream.stream.rate === undefined) fill(waiting.stream);
  }
}

let isOver = false;

/** Sends what is due. */
function fill(stream: Running, elapsedMs = 0): void {
  if (isOver) return;
  for (let due = stream.due(elapsedMs); due > 0; due--) {
    const connection = idle.pop();
    if (connection) connection.send(stream);
    else stream.unsent++;
  }
}

async function run(offer: Offer): Promise<void> {
  // A few at a time, so that none of them waits long.
  while (idle.length < offer.connections) {
    const some = Math.min(100, offer.connections - idle.length);
    await Promise.all(Array.from({ length: some }, () => Connection.open(new URL(offer.url))));
  }
  const streams = offer.streams.map((stream) => new Running(stream));
  const began = performance.now();
  const { milliseconds, startMs = 0 } = offer;
  countedFrom = began + startMs;
  let [longestPauseMs, lastMs] = [0, 0];
  for (;;) {
    const elapsedMs = performance.now() - began;
    longestPauseMs = Math.max(longestPauseMs, elapsedMs - lastMs);
    lastMs = elapsedMs;
    if (elapsedMs >= milliseconds) break;
    for (const stream of streams) fill(stream, elapsedMs);
    await new Promise((done) => setTimeout(done, 1));
  }
  isOver = true;
  process.send?.('over');
  const end = performance.now() + PATIENCE_MS;
  for (const stream of streams) {
    while (stream.inProgress > 0 && performance.now() < end) {
      await new Promise((done) => setTimeout(done, 10));
    }
  }
  const countedMs = milliseconds - startMs;
  const results = streams.map((stream) => [
    stream.stream.name,
    stream.result(countedMs, longestPauseMs),
  ]);
  process.send?.(Object.fromEntries(results));
}

// Not before the results were received: the exit of a process can be noticed before its last message.
process.once('disconnect', () => process.exit(0));
process.once('message', (offer) => void run(offer as Offer));
