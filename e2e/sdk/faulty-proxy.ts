import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#server/test/fuzz/random.ts';
import { afterAll } from '#server/test/harness.ts';

/** The network failures that this proxy simulates. */
export const FAILURES = [
  'the request is lost',
  'the response is lost',
  'the request is late',
  'the response is late',
  'the request is sent twice at the same time',
  'the request is sent again later',
  'the response is cut short',
  'the connection is reset during the response',
  '502 without forwarding',
  '502 after forwarding',
] as const;
export type Failure = (typeof FAILURES)[number];

/** The maximum delay. It is longer than the clients' timeout, so some attempts time out. */
const MAX_DELAY_MS = 400;
/** The share of requests with a failure. All others are forwarded unchanged. */
const FAILURE_RATE = 0.6;

export interface FaultyProxy {
  readonly url: string;
  /** How often each failure occurred so far. */
  readonly counts: Readonly<Record<Failure, number>>;
  /** Waits until all requests and delays have completed. */
  settled(): Promise<void>;
}

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * A proxy in front of `target` that makes requests fail. The seed decides which requests, and how.
 */
export async function startFaultyProxy(target: string, random: Random): Promise<FaultyProxy> {
  const counts = Object.fromEntries(FAILURES.map((failure) => [failure, 0])) as Record<
    Failure,
    number
  >;
  const agent = new Agent({ keepAlive: true });
  const pending = new Set<Promise<void>>();
  const forwardRequest = (received: ReceivedRequest): Promise<Reply> =>
    forward(target, agent, received);

  const server = createServer((request, response) => {
    // Decided on arrival, so that the decisions do not depend on how long requests take.
    const failure = random.chance(FAILURE_RATE) ? random.pick(FAILURES) : undefined;
    const delayMs = random.int(1, MAX_DELAY_MS);
    if (failure) counts[failure]++;
    // The client may have disconnected, or the service may be down. In both cases there is nobody
    // to respond to.
    const done = handle(request, response, failure, delayMs, forwardRequest)
      .catch(() => request.socket.destroy())
      .then(() => void pending.delete(done));
    pending.add(done);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure | undefined,
  delayMs: number,
  forwardRequest: (received: ReceivedRequest) => Promise<Reply>,
): Promise<void> {
  const { socket } = request;
  const received = await read(request);
  switch (failure) {
    case 'the request is lost':
      return void socket.destroy();
    case 'the response is lost':
      await forwardRequest(received);
      return void socket.destroy();
    case 'the request is late':
      await sleep(delayMs);
      return respond(response, await forwardRequest(received));
    case 'the response is late': {
      const reply = await forwardRequest(received);
      await sleep(delayMs);
      return respond(response, reply);
    }
    case 'the request is sent twice at the same time': {
      const replies = await Promise.all([forwardRequest(received), forwardRequest(received)]);
      return respond(response, replies[delayMs % 2]!);
    }
    case 'the request is sent again later':
      respond(response, await forwardRequest(received));
      await sleep(delayMs);
      return void (await forwardRequest(received));
    case 'the response is cut short':
      return cut(socket, await forwardRequest(received), delayMs, () => socket.end());
    case 'the connection is reset during the response':
      return cut(socket, await forwardRequest(received), delayMs, () => socket.resetAndDestroy());
    case '502 without forwarding':
      return badGateway(response);
    case '502 after forwarding':
      await forwardRequest(received);
      return badGateway(response);
    case undefined:
      return respond(response, await forwardRequest(received));
  }
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: Buffer.concat(await request.toArray()) };
}

async function forward(target: string, agent: Agent, received: ReceivedRequest): Promise<Reply> {
  const { hostname, port } = new URL(target);
  const { method, path, headers, body } = received;
  const outgoing = sendRequest({ hostname, port, method, path, headers, agent });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: replyHeaders } = incoming;
  return { status, headers: replyHeaders, body: Buffer.concat(await incoming.toArray()) };
}

function respond(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, forwardedHeaders(headers, body));
  response.end(body);
}

/** Sends all headers and only part of the body. */
async function cut(
  socket: Socket,
  { status, headers, body }: Reply,
  somewhere: number,
  end: () => unknown,
): Promise<void> {
  const head = Object.entries(forwardedHeaders(headers, body)).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  const half = body.subarray(0, somewhere % Math.max(body.length, 1));
  socket.write(`HTTP/1.1 ${status} Status\r\n${head.join('')}\r\n`);
  await new Promise((written) => socket.write(half, written));
  end();
}

/** Leaves out the headers that describe the connection to the service. */
function forwardedHeaders(headers: IncomingHttpHeaders, body: Buffer): OutgoingHttpHeaders {
  const own = new Set(['connection', 'keep-alive', 'transfer-encoding']);
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(kept), 'content-length': body.length };
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html><h1>502 Bad Gateway</h1></html>');
}
