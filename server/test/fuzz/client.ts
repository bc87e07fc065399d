import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { loadFactor } from '../processes.ts';

/** One request as it is sent. */
export interface Sent {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Client {
  /** Rejects if the connection breaks or the response takes longer than `limitMs`, which is for an idle machine. */
  send(sent: Sent): Promise<Got>;
  /** The duration of the slowest response so far, in milliseconds. */
  slowest(): number;
  close(): void;
}

/** Persistent connections. `fetch` would forbid methods and headers, and normalize paths. */
export function openClient(url: string, sockets = 32, limitMs = 5000): Client {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const open = new Map<{ destroy(error: Error): unknown }, number>();
  let slowest = 0;
  // One timer for all requests: a timer for each would cost more than the request.
  const watch = setInterval(() => {
    const now = performance.now();
    const limit = limitMs * loadFactor();
    for (const [sent, since] of open) {
      if (now - since > limit) sent.destroy(new Error(`no response within ${limit} ms`));
    }
  }, 200).unref();
  const send: Client['send'] = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      // Node.js sends no length for the body of a GET. The service would read such a body as the
      // next request.
      const framed = body === undefined || 'transfer-encoding' in headers;
      const length = framed ? {} : { 'content-length': Buffer.byteLength(body) };
      const all = { ...headers, ...length };
      const sent = request({ agent, hostname, port, method, path, headers: all });
      open.set(sent, since);
      const fail = (error: Error): void => {
        open.delete(sent);
        reject(error);
      };
      sent.once('error', fail);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => {
          open.delete(sent);
          slowest = Math.max(slowest, performance.now() - since);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.end(body);
    });
  return {
    send,
    slowest: () => slowest,
    close() {
      clearInterval(watch);
      agent.destroy();
    },
  };
}

/** Runs `work` for 0 … `count` − 1, `width` at a time; the first error ends it. */
export async function inParallel(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (next < count && !failed) {
      try {
        await work(next++);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}
