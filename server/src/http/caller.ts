import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { clientAddress } from '../domain/access/client-address.ts';

/** Who asks and for which host, where proxies may stand between. */
export interface Callers {
  /** The IP address of the client. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The host that was asked for, as it was sent. */
  readonly hostOf: (request: IncomingMessage) => string | undefined;
  /** The header besides `Host` that decides about the host; undefined: none. */
  readonly hostHeader: 'X-Forwarded-Host' | undefined;
  /**
   * Makes the headers of a request say what this has found out, so that Fastify, with `trustProxy`,
   * takes the same address for `request.ip`.
   */
  readonly settle: (request: IncomingMessage) => void;
  /** For Fastify. */
  readonly trustProxy: false | ((address: string, hop: number) => boolean);
}

/**
 * `trustedProxies`: those whose `X-Forwarded-For` is believed. `trustForwardedHost`: their
 * `X-Forwarded-Host` too.
 */
export function callers(trustedProxies: readonly string[], trustForwardedHost: boolean): Callers {
  if (trustedProxies.length === 0) {
    return {
      addressOf: ({ socket }) => socket.remoteAddress ?? '',
      hostOf: ({ headers }) => headers.host,
      hostHeader: undefined,
      settle: () => undefined,
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
      // The last is what the proxy next to us was asked for.
      return String(forwarded).split(',').at(-1)?.trim();
    },
    hostHeader: trustForwardedHost ? 'X-Forwarded-Host' : undefined,
    settle: (request) => {
      const { headers } = request;
      if (headers['x-forwarded-for'] !== undefined) headers['x-forwarded-for'] = addressOf(request);
      if (!trustForwardedHost) delete headers['x-forwarded-host'];
    },
    trustProxy: (address, hop) => hop === 0 && isTrusted(address),
  };
}
