import type { FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { findSession } from '../actions/sessions/find-session.ts';
import type { Browser } from '../actions/sessions/start-session.ts';
import { parseSocketAddress } from '../domain/access/socket-address.ts';
import { readSessionCookie } from './session-cookie.ts';

/** What proxies send besides `X-Forwarded-For` to say for whom they ask. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-connecting-ip',
  'true-client-ip',
];

/** What is known of the browser that a person signs in with, and of who was signed in there until now. */
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
 * Did somebody forward the request who is not a trusted proxy? Then its address is that of everybody behind
 * them. A client that sends such a header itself only says less about itself.
 */
function isShared({ ip, raw }: FastifyRequest): boolean {
  // As they arrived: what is not trusted was taken out of the others.
  const sent = new Map<string, string>();
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i]?.toLowerCase() ?? '';
    if (!sent.has(name)) sent.set(name, raw.rawHeaders[i + 1] ?? '');
  }
  const [first] = sent.get('x-forwarded-for')?.split(',') ?? [];
  if (first === undefined) return FORWARDING_HEADERS.some((name) => sent.has(name));
  return parseSocketAddress(first.trim())?.address !== ip;
}
