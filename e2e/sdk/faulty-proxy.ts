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

/** Everything that can go wrong between an app and the service, and does so on this proxy. */
export const FAULTS = [
  'the request is lost',
  'the answer is lost',
  'the request is late',
  'the answer is late',
  'the request comes twice at once',
  'the request comes again later',
  'the answer is cut short',
  'the connection is reset in the answer',
  '502 instead of asking',
  '502 instead of the answer',
] as const;
export type Issue = (typeof FAULTS)[number];

/** Longer than the test's clients wait for an attempt, now and then. */
const LATE_MS = 400;
/** Of all requests; the others are let through as they are. */
const FAULTY_SHARE = 0.6;

export interface FaultyProxy {
  readonly url: string;
  /** How often each fault happened so far. */
  readonly happened: Readonly<Record<Issue, number>>;
  /** Waits until nothing is on its way any more. */
  settled(): Promise<void>;
}

interface Sent {
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

/** A proxy in front of `target` that does something else to each request. The seed decides what. */
export async function startFaultyProxy(target: string, random: Random): Promise<FaultyProxy> {
  const happened = Object.fromEntries(FAULTS.map((issue) => [issue, 0])) as Record<Issue, number>;
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  const ask = (sent: Sent): Promise<Reply> => forward(target, agent, sent);

  const server = createServer((request, response) => {
    // Decided when it arrives, so that the order of the decisions is that of the requests.
    const issue = random.chance(FAULTY_SHARE) ? random.pick(FAULTS) : undefined;
    const lateMs = random.int(1, LATE_MS);
    if (issue) happened[issue]++;
    // Whoever waited may be gone, or the service may be down: nobody is left to be told.
    const done = handle(request, response, issue, lateMs, ask)
      .catch(() => request.socket.destroy())
      .then(() => void underWay.delete(done));
    underWay.add(done);
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
    happened,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  issue: Issue | undefined,
  lateMs: number,
  ask: (sent: Sent) => Promise<Reply>,
): Promise<void> {
  const { socket } = request;
  const sent = await read(request);
  switch (issue) {
    case 'the request is lost':
      return void socket.destroy();
    case 'the answer is lost':
      await ask(sent);
      return void socket.destroy();
    case 'the request is late':
      await sleep(lateMs);
      return answer(response, await ask(sent));
    case 'the answer is late': {
      const reply = await ask(sent);
      await sleep(lateMs);
      return answer(response, reply);
    }
    case 'the request comes twice at once': {
      const replies = await Promise.all([ask(sent), ask(sent)]);
      return answer(response, replies[lateMs % 2]!);
    }
    case 'the request comes again later':
      answer(response, await ask(sent));
      await sleep(lateMs);
      return void (await ask(sent));
    case 'the answer is cut short':
      return cut(socket, await ask(sent), lateMs, () => socket.end());
    case 'the connection is reset in the answer':
      return cut(socket, await ask(sent), lateMs, () => socket.resetAndDestroy());
    case '502 instead of asking':
      return badGateway(response);
    case '502 instead of the answer':
      await ask(sent);
      return badGateway(response);
    case undefined:
      return answer(response, await ask(sent));
  }
}

async function read(request: IncomingMessage): Promise<Sent> {
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: Buffer.concat(await request.toArray()) };
}

async function forward(target: string, agent: Agent, sent: Sent): Promise<Reply> {
  const { hostname, port } = new URL(target);
  const { method, path, headers, body } = sent;
  const outgoing = sendRequest({ hostname, port, method, path, headers, agent });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: received } = incoming;
  return { status, headers: received, body: Buffer.concat(await incoming.toArray()) };
}

function answer(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, ofAnswer(headers, body));
  response.end(body);
}

/** All of the head, and somewhere in the body it ends. */
async function cut(
  socket: Socket,
  { status, headers, body }: Reply,
  somewhere: number,
  end: () => unknown,
): Promise<void> {
  const head = Object.entries(ofAnswer(headers, body)).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  const half = body.subarray(0, somewhere % Math.max(body.length, 1));
  socket.write(`HTTP/1.1 ${status} Status\r\n${head.join('')}\r\n`);
  await new Promise((written) => socket.write(half, written));
  end();
}

/** The headers that are about the answer, and not about the connection it came through. */
function ofAnswer(headers: IncomingHttpHeaders, body: Buffer): OutgoingHttpHeaders {
  const own = new Set(['connection', 'keep-alive', 'transfer-encoding']);
  const kept = Object.entries(headers).filter(([name]) => !own.has(name));
  return { ...Object.fromEntries(kept), 'content-length': body.length };
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html><h1>502 Bad Gateway</h1></html>');
}
