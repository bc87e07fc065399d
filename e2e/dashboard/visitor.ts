import { request } from 'node:http';
import type { Service } from '#server/test/harness.ts';
import { AGENTS, type Visitor } from '#server/test/visit/agents.ts';

export interface Visited {
  readonly status: number;
  /** Where the visitor is sent; undefined: a page is shown. */
  readonly location: string | undefined;
  readonly text: string;
}

/** What somebody gets who opens an address of the service, by its name or by another one. */
export function visit(
  service: Service,
  path: string,
  as: Visitor = 'desktop',
  host = new URL(service.url).host,
): Promise<Visited> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'user-agent': AGENTS[as] };
    // `fetch` sets `Host` itself.
    const asked = request(new URL(path, service.url), { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const { location } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, text });
      });
    });
    asked.on('error', reject).end();
  });
}
