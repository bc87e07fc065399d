import { request } from 'node:http';
import type { Service } from '#server/test/harness.ts';
import { AGENTS, type Visitor } from '#server/test/visit/agents.ts';

export interface VisitResponse {
  readonly status: number;
  /** The redirect target; undefined if the response is a page. */
  readonly location: string | undefined;
  readonly text: string;
}

/** Requests a path of the service as a visitor, under its own host name or another one. */
export function visit(
  service: Service,
  path: string,
  as: Visitor = 'desktop',
  host = new URL(service.url).host,
): Promise<VisitResponse> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'user-agent': AGENTS[as] };
    // Unlike `fetch`, `request` lets the caller set `Host`.
    const outgoing = request(new URL(path, service.url), { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const { location } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, text });
      });
    });
    outgoing.on('error', reject).end();
  });
}
