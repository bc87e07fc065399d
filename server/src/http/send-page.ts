import type { ServerResponse } from 'node:http';
import type { FinishedPage } from '../pages/finished-page.ts';

/** Sends a page, with `more` headers: names and values in turn. */
export function sendPage(
  response: ServerResponse,
  { status, headers, body }: FinishedPage,
  more?: readonly string[],
): void {
  response.writeHead(status, more ? [...headers, ...more] : headers);
  // Node.js omits the body in responses to HEAD.
  response.end(body, 'latin1');
}
