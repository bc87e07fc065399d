import type { IncomingMessage } from 'node:http';

/** A request target without scheme and host, which absolute form has: `GET http://host/code` (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest;
}

/** The host of a target in absolute form counts in place of the `Host` header (RFC 9112 3.2.2). */
export function useTargetHost({ url = '/', headers }: IncomingMessage): void {
  if (url.startsWith('/')) return;
  const [, host] = /^https?:\/\/([^/?]+)/i.exec(url) ?? [];
  if (host !== undefined) headers.host = host;
}

export function requestPath(target: string): string {
  const address = originForm(target);
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}
