import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Sends a request and returns the head of the response. Also fails if the connection ends without one: of a server that
 * switches to another protocol (101), Node.js reports no error.
 */
export function responseTo(request: ClientRequest, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new NoResponse()))
      .end(body);
  });
}

class NoResponse extends Error {
  readonly code = 'ECONNRESET';
}
