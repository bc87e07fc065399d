import type { ServerResponse } from 'node:http';
import type { FinishedPage } from '../pages/finished-page.ts';

/** Sends a page, with `more` headers: names and values in turn. */
export function sendPage(
  response: ServerResponse,
  { status, headers, body }: FinishedPage,
  more?: readonly string[],
): void {
  response.writeHead(status, more ? [...headers, ...more] : headers);
  // `end(body)` would give the socket a second, empty piece. With a single one, Node.js writes the headers and the
  // body together from a buffer on the stack, as it does for a redirect.
  const { socket } = response;
  socket?.cork();
  // Node.js omits the body in responses to HEAD.
  response.write(body, 'latin1');
  socket?.uncork();
  response.end();
}
