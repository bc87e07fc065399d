import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, startService, type Service } from '../harness.ts';
import type { Overrides } from '../../src/store.ts';
import type { Environment } from '../../src/config.ts';
import { eventually } from '../processes.ts';

/** A request as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly id: string;
  readonly body: string;
  /** The body as JSON. */
  readonly event: any; // oxlint-disable-line typescript/no-explicit-any
  readonly at: number;
}

/** What a receiver responds; `silent`: nothing. */
export interface Response {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly afterMs?: number;
  /** It responds when this is fulfilled. */
  readonly after?: Promise<void>;
  readonly silent?: true;
}

export interface Receiver {
  readonly url: string;
  readonly requests: readonly Received[];
  /** Decides on responses from now on. */
  respond(decide: (request: Received) => Response): void;
  /** Waits until there are as many requests, or until those of `which`. */
  until(count: number, which?: (request: Received) => boolean): Promise<readonly Received[]>;
  stop(): Promise<void>;
}

/** A real receiver on a free port of loopback. It accepts everything until `respond`. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = [];
  let decide: (request: Received) => Response = () => ({});
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { headers, url: path = '' } = request;
      const id = String(headers['webhook-id']);
      const received = { headers, path, id, body, event: JSON.parse(body), at: Date.now() };
      requests.push(received);
      const {
        status = 204,
        headers: sent = {},
        body: text,
        afterMs = 0,
        after = Promise.resolve(),
        silent,
      } = decide(received);
      if (silent) return;
      const send = (): void => void response.writeHead(status, sent).end(text);
      void after.then(() => setTimeout(send, afterMs));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  afterAll(stop);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    respond: (next) => void (decide = next),
    async until(count, which = () => true) {
      await eventually(
        `${count} requests at the receiver`,
        async () => requests.filter(which).length >= count,
      );
      return requests.filter(which);
    },
    stop,
  };
}

/**
 * After a pause of this time, the first retry of an attempt is due, however long the attempt took, and the second one is
 * not.
 */
export const FIRST_RETRY_MS = 60_000;

/**
 * A clock that goes a hundred times slower, for tests that skip time themselves: otherwise, retries would be due on a slow
 * machine before the test expects them.
 */
export function slowClock(): () => number {
  const start = Date.now();
  return () => Math.floor(start + (Date.now() - start) / 100);
}

/** A service that may send to loopback. */
export function startSender(
  environment: Environment = {},
  overrides: Overrides = {},
  known?: Parameters<typeof startService>[2],
): Promise<Service> {
  return startService({ WEBHOOK_PRIVATE_TARGETS: 'on', ...environment }, overrides, known);
}

export interface MadeWebhook {
  readonly webhook_id: string;
  readonly secret: string;
}

export async function makeWebhook(service: Service, body: object): Promise<MadeWebhook> {
  const { status, text, json } = await service.request('POST', '/manage/v1/webhooks', { body });
  if (status !== 201) throw new Error(text);
  await service.app.catchUp();
  return json as MadeWebhook;
}

/** Throws unless the request has a valid signature of the secret, by the library of Standard Webhooks. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
