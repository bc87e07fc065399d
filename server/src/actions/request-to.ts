import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicAddress } from '../domain/access/network.ts';
import type { LookupFunction } from 'node:net';
import { parseSocketAddress } from '../domain/access/socket-address.ts';
import { NotPublic } from './outgoing-lookups.ts';

/** Where requests may go, and how the addresses of hosts are found. */
export interface Reach {
  readonly isPublicOnly: boolean;
  /** Undefined: that of Node.js. */
  readonly lookup?: LookupFunction;
}

interface OutgoingRequest {
  readonly reach: Reach;
  readonly signal: AbortSignal;
  readonly headers?: OutgoingHttpHeaders;
  /** What a POST sends; undefined: a GET. */
  readonly body?: Buffer;
}

/** Informational responses (1xx) before the response. Node.js has no limit for them, and reading them takes time. */
const MAX_INFORMATIONAL = 10;

/**
 * Sends a request and returns the head of the response. Each request has its own connection, to an address that was
 * checked for it. Rejects if the address is not public (`NotPublic`), and if the connection ends without a response: of a
 * server that switches to another protocol (101), Node.js reports no error.
 */
export async function requestTo(
  url: string,
  { reach: { isPublicOnly, lookup }, signal, headers = {}, body }: OutgoingRequest,
): Promise<IncomingMessage> {
  const { protocol, hostname } = new URL(url);
  const literal = parseSocketAddress(hostname)?.address;
  if (isPublicOnly && literal !== undefined && !isPublicAddress(literal)) throw new NotPublic();
  const method = body ? 'POST' : 'GET';
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let informational = 0;
    const sent = request(url, { method, agent: false, headers, signal, ...(lookup && { lookup }) })
      .on('information', () => {
        if (++informational > MAX_INFORMATIONAL) sent.destroy(new NoResponse());
      })
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new NoResponse()));
    sent.end(body);
  });
}

class NoResponse extends Error {
  readonly code = 'ECONNRESET';
}

/** What a failed request or connection is called; `isUntrusted`: because of the certificate of the server. */
export function connectionFailure(thrown: unknown): { name: string; isUntrusted: boolean } {
  const { code, name: type } = thrown as { readonly code?: unknown; readonly name?: unknown };
  const name = typeof code === 'string' ? code : String(type);
  return { name, isUntrusted: /CERT|SIGNATURE|ALTNAME/.test(name) };
}
