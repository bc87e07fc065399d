import type { FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';

/** Longer than any header of ours; what is behind it is not looked at. */
const MAX_COOKIE_LENGTH = 8192;

/** `__Host-`: browsers take it from this very host alone, over TLS, and send it nowhere else. */
export function cookieName(ctx: Context, name: string): string {
  return isSecure(ctx) ? `__Host-${name}` : name;
}

function isSecure(ctx: Context): boolean {
  return ctx.own().baseUrl.startsWith('https:');
}

/** What a cookie of a request holds; undefined: there is none of this name. */
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

/** A `Set-Cookie` for what no script should read; an age of 0 takes the cookie away. */
export function cookie(ctx: Context, name: string, value: string, maxAgeSeconds: number): string {
  const secure = isSecure(ctx) ? '; Secure' : '';
  const rest = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return `${cookieName(ctx, name)}=${value}; ${rest}`;
}
