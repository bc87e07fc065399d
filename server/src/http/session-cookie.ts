import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { SESSION_MAX_MS } from '../domain/session.ts';

/** Longer than any header of ours; what is behind it is not looked at. */
const MAX_COOKIE_LENGTH = 8192;

/** `__Host-`: browsers take it from this very host alone, over TLS, and send it nowhere else. */
export function cookieName(ctx: Context): string {
  return isSecure(ctx) ? '__Host-smartlink' : 'smartlink';
}

function isSecure(ctx: Context): boolean {
  return ctx.own().baseUrl.startsWith('https:');
}

/** What the session cookie of a request holds; undefined: there is none. */
export function readSessionCookie(ctx: Context, { headers }: FastifyRequest): string | undefined {
  const name = `${cookieName(ctx)}=`;
  const pairs = headers.cookie?.slice(0, MAX_COOKIE_LENGTH).split(';') ?? [];
  return pairs
    .find((pair) => pair.trimStart().startsWith(name))
    ?.trim()
    .slice(name.length);
}

export function setSessionCookie(ctx: Context, reply: FastifyReply, secret: string): void {
  void reply.header('set-cookie', cookie(ctx, secret, SESSION_MAX_MS / 1000));
}

export function clearSessionCookie(ctx: Context, reply: FastifyReply): void {
  void reply.header('set-cookie', cookie(ctx, '', 0));
}

function cookie(ctx: Context, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(ctx) ? '; Secure' : '';
  const rest = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return `${cookieName(ctx)}=${value}; ${rest}`;
}
