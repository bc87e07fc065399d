import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { SESSION_MAX_MS } from '../domain/access/session.ts';

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

/** The cookies of the service need less; anything after this is ignored. */
const MAX_COOKIE_LENGTH = 8192;

/** `__Host-`: browsers accept the cookie from this host only, over TLS, and send it to no other host. */
function cookieName(ctx: Context, name: string): string {
  return isSecure(ctx) ? `__Host-${name}` : name;
}

function isSecure(ctx: Context): boolean {
  return ctx.own().baseUrl.startsWith('https:');
}

/** The value of a cookie; undefined: the request has none of this name. */
export function readCookie(
  ctx: Context,
  { headers }: FastifyRequest,
  name: string,
): string | undefined {
  const start = `${cookieName(ctx, name)}=`;
  const pairs = headers.cookie?.slice(0, MAX_COOKIE_LENGTH).split(';') ?? [];
  return pairs
    .find((pair) => pair.trimStart().startsWith(start))
    ?.trim()
    .slice(start.length);
}

/** A `Set-Cookie` header for a cookie that scripts cannot read; an age of 0 deletes the cookie. */
export function cookie(ctx: Context, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(ctx) ? '; Secure' : '';
  const rest = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return `${cookieName(ctx, name)}=${value}; ${rest}`;
}
