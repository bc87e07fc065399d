/** A request target without scheme and host, which absolute form has: `GET http://host/code` (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest;
}

/** The path of a request target, in either form. */
export function requestPath(target: string): string {
  const address = originForm(target);
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}
