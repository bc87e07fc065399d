import type { FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { findSession } from '../actions/sessions/find-session.ts';
import type { Browser } from '../actions/sessions/start-session.ts';
import { parseSocketAddress } from '../domain/access/socket-address.ts';
import { readSessionCookie } from './session-cookie.ts';

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

/** The browser that a person signs in with, and the session that it has. */
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
 * May the address of a request be that of a proxy that is not trusted, and so of everyone behind it? A client
 * that sends such a header itself only makes its own network count as unfamiliar.
 */
function isShared({ ip, raw }: FastifyRequest): boolean {
  // As they arrived: `Callers.settle` rewrites what `headers` has.
  const { headersDistinct: sent, socket } = raw;
  const forwarded = sent['x-forwarded-for'];
  if (!forwarded) return FORWARDING_HEADERS.some((name) => name in sent);
  const hops = forwarded
    .join()
    .split(',')
    .map((hop) => parseSocketAddress(hop.trim())?.address);
  // The client is known only if every hop in the header is trusted but the first. What a client writes
  // into the header stands before its own address, and could repeat that of a proxy.
  return ip === socket.remoteAddress || hops.lastIndexOf(ip) !== 0;
}
