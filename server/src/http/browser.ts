import type { FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { findSession } from '../actions/sessions/find-session.ts';
import type { Browser } from '../actions/sessions/start-session.ts';
import { parseSocketAddress } from '../domain/access/socket-address.ts';
import { readSessionCookie } from './cookie.ts';

/** Headers besides `X-Forwarded-For` by which proxies name their client. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-connecting-ip',
  'true-client-ip',
];

/** The browser of a sign-in, and its current session. */
export async function browserOf(ctx: Context, request: FastifyRequest): Promise<Browser> {
  const before = await findSession(ctx, readSessionCookie(ctx, request));
  const { ip: address, headers } = request;
  return {
    address,
    shared: isShared(request),
    userAgent: headers['user-agent'],
    sessionId: before?.sessionId,
  };
}

/**
 * Whether the address of a request may be that of an untrusted proxy, which many clients share. A client that
 * sends such a header itself only makes its own network count as unknown.
 */
function isShared({ ip, raw }: FastifyRequest): boolean {
  // As they arrived: `Callers.normalizeForwarded` rewrites what `headers` has.
  const { headersDistinct: sent, socket } = raw;
  const forwarded = sent['x-forwarded-for'];
  if (!forwarded) return FORWARDING_HEADERS.some((name) => name in sent);
  const hops = forwarded
    .join()
    .split(',')
    .map((hop) => parseSocketAddress(hop.trim())?.address);
  // The client is known only if every hop in the header except the first is trusted. A client can add entries
  // before its own address, such as the address of a proxy.
  return ip === socket.remoteAddress || hops.lastIndexOf(ip) !== 0;
}
