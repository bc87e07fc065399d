import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { SESSION_MAX_MS } from '../domain/access/session.ts';
import { cookie, readCookie } from './cookie.ts';

const NAME = 'smartlink';

/** The value of the session cookie; undefined: the request has none. */
export function readSessionCookie(ctx: Context, request: FastifyRequest): string | undefined {
  return readCookie(ctx, request, NAME);
}

export function setSessionCookie(ctx: Context, reply: FastifyReply, secret: string): void {
  void reply.header('set-cookie', cookie(ctx, NAME, secret, SESSION_MAX_MS / 1000));
}

export function clearSessionCookie(ctx: Context, reply: FastifyReply): void {
  void reply.header('set-cookie', cookie(ctx, NAME, '', 0));
}
