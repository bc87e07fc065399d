/** The path of a request target; one in absolute form (`GET http://host/code`) is as good. */
export function requestPath(target: string): string {
  const query = target.indexOf('?');
  const address = query === -1 ? target : target.slice(0, query);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}
