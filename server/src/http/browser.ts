import type { FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { findSession } from '../actions/sessions/find-session.ts';
import type { Browser } from '../actions/sessions/start-session.ts';
import { readSessionCookie } from './session-cookie.ts';

/** What is known of the browser that somebody signs in with, and of who was signed in there until now. */
export async function browserOf(ctx: Context, request: FastifyRequest): Promise<Browser> {
  const before = await findSession(ctx, readSessionCookie(ctx, request));
  const { ip: address, headers } = request;
  return { address, userAgent: headers['user-agent'], sessionId: before?.sessionId };
}
