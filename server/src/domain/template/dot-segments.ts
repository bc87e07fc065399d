/** Escapes of a dot, of both slashes, and of the percent sign, which may hide another escape. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['%2e', '.'],
  ['%2f', '/'],
  ['%5c', '/'],
  ['%25', '%'],
]);
/** How often something may have been escaped. */
const MAX_ESCAPES = 8;

/**
 * Does the path of an address have a segment that is `.` or `..`, to the browser or to any server that
 * decodes it? Such a segment removes the one before it, so the path is not what it seems. Everything between
 * `scheme:` and the query counts.
 */
export function hasDotSegment(address: string): boolean {
  // Almost no address has one, and this rules out almost all others.
  if (!/[/:\\]\.|%/.test(address)) return false;
  const end = address.search(/[?#]/);
  let path = end === -1 ? address : address.slice(0, end);
  path = path.replace(/^[a-z][a-z0-9+.-]*:/i, '').replaceAll('\\', '/');
  for (let pass = 0, before = ''; pass < MAX_ESCAPES && path !== before; pass++) {
    before = path;
    path = path.replace(/%(?:2[ef5]|5c)/gi, (escape) => ESCAPES.get(escape.toLowerCase()) ?? '');
  }
  // Servers that support parameters of segments ignore them: `..;a=1` is `..`.
  return path.split('/').some((segment) => /^\.\.?(?:;|$)/.test(segment));
}

export const DOT_SEGMENT = 'has a "." or ".." segment in its path, which would change the path';
