import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { clientAddress } from '../domain/access/client-address.ts';

/** The client of a request and the host that it names, with proxies in between. */
export interface Callers {
  readonly addressOf: (request: IncomingMessage) => string;
  /** The host that the client requested, as it was sent. */
  readonly hostOf: (request: IncomingMessage) => string | undefined;
  /** The header besides `Host` that can name the host; undefined: none. */
  readonly hostHeader: 'X-Forwarded-Host' | undefined;
  /**
   * Rewrites the headers of a request so that Fastify, with `trustProxy`, finds the same address for
   * `request.ip`.
   */
  readonly normalizeForwarded: (request: IncomingMessage) => void;
  /** Whether the request comes from a trusted proxy. */
  readonly isFromProxy: (request: IncomingMessage) => boolean;
  /** For Fastify. */
  readonly trustProxy: false | ((address: string, hop: number) => boolean);
}

/**
 * `trustedProxies`: proxies whose `X-Forwarded-For` counts. `trustForwardedHost`: their `X-Forwarded-Host`
 * counts too.
 */
export function callers(trustedProxies: readonly string[], trustForwardedHost: boolean): Callers {
  if (trustedProxies.length === 0) {
    return {
      addressOf: ({ socket }) => socket.remoteAddress ?? '',
      hostOf: ({ headers }) => headers.host,
      hostHeader: undefined,
      normalizeForwarded: () => undefined,
      isFromProxy: () => false,
      trustProxy: false,
    };
  }
  const compiled = proxyAddr.compile([...trustedProxies]);
  const isTrusted = (address: string): boolean => compiled(address, 0);
  const addressOf = ({ headers, socket }: IncomingMessage): string =>
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), isTrusted);
  return {
    addressOf,
    hostOf: ({ headers, socket }) => {
      const forwarded = trustForwardedHost ? headers['x-forwarded-host'] : undefined;
      if (forwarded === undefined || !isTrusted(socket.remoteAddress ?? '')) return headers.host;
      // The last one is from the proxy next to this service.
      return String(forwarded).split(',').at(-1)?.trim();
    },
    hostHeader: trustForwardedHost ? 'X-Forwarded-Host' : undefined,
    normalizeForwarded: (request) => {
      const { headers } = request;
      if (headers['x-forwarded-for'] !== undefined) headers['x-forwarded-for'] = addressOf(request);
      if (!trustForwardedHost) delete headers['x-forwarded-host'];
    },
    isFromProxy: ({ socket }) => isTrusted(socket.remoteAddress ?? ''),
    trustProxy: (address, hop) => hop === 0 && isTrusted(address),
  };
}
