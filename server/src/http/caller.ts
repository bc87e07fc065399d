import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '../domain/network.ts';

/** Who asks and for which host, where proxies may stand between. */
export interface Callers {
  /** An IPv4 address or an IPv6 /64. */
  readonly networkOf: (request: IncomingMessage) => string;
  /** The host that was asked for, as it was sent. */
  readonly hostOf: (request: IncomingMessage) => string | undefined;
}

/** `trustedProxies`: whose word on whom they speak for is taken. */
export function callers(trustedProxies: readonly string[]): Callers {
  if (trustedProxies.length === 0) {
    return {
      networkOf: ({ socket }) => networkOf(socket.remoteAddress ?? ''),
      hostOf: ({ headers }) => headers.host,
    };
  }
  const trusts = proxyAddr.compile([...trustedProxies]);
  return {
    networkOf: (request) => networkOf(proxyAddr(request, trusts)),
    hostOf: ({ headers, socket }) => {
      const forwarded = headers['x-forwarded-host'];
      if (forwarded === undefined || !trusts(socket.remoteAddress ?? '', 0)) return headers.host;
      // The last is what the proxy next to us was asked for.
      return String(forwarded).split(',').at(-1)?.trim();
    },
  };
}
