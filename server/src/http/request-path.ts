/** The path of a request target; absolute form (`GET http://host/code`) is accepted. */
export function requestPath(target: string): string {
  const query = target.indexOf('?');
  const address = query === -1 ? target : target.slice(0, query);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}
