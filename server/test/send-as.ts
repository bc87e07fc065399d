import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A GET with headers that `fetch` sets itself, such as `Host`; each with a new connection. */
export function getAs(
  url: string,
  path: string,
  headers: Readonly<Record<string, string | string[]>>,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject).end();
  });
}
