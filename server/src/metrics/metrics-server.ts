import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves metrics at a port of their own. Resolves when it listens; rejects with the error of `listen`.
 * `text`: the metrics in the text format of Prometheus. `token` undefined: none is needed.
 */
export async function serveMetrics(
  text: () => Promise<string>,
  { host, port, token }: { host: string; port: number; token: string | undefined },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const end = (status: number, type: string, body: string, more = {}): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...more });
      response.end(body);
    };
    const plain = (status: number, body: string, more = {}): void =>
      end(status, 'text/plain; charset=utf-8', `${body}\n`, more);
    request.resume();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Use GET.', { allow: 'GET, HEAD' });
    }
    if (request.url?.split('?')[0] !== '/metrics') return plain(404, 'Metrics are at /metrics.');
    if (token !== undefined && !hasToken(token, request.headers.authorization)) {
      return plain(401, 'Send "Authorization: Bearer <METRICS_TOKEN>".', {
        'www-authenticate': 'Bearer realm="metrics"',
      });
    }
    text().then(
      (body) => end(200, METRICS_TYPE, body),
      () => plain(500, 'The metrics could not be read.'),
    );
  });
  await listening(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
}

/** The text format of Prometheus. The package that writes it has more than a hundred files, so it is not imported here. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Whether an `Authorization` header has the token. The comparison takes the same time for every header. */
export function hasToken(token: string, authorization: string | undefined): boolean {
  const [, sent = ''] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'));
}
