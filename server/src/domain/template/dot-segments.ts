/** Escapes of a dot, both slashes, and the percent sign, which can hide another escape. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['%2e', '.'],
  ['%2f', '/'],
  ['%5c', '/'],
  ['%25', '%'],
]);
/** The maximum number of nested escapes. */
const MAX_ESCAPES = 8;

/**
 * Whether the path of an address has a `.` or `..` segment for a browser or for any server that decodes it.
 * Such a segment removes the one before it, so the address leads elsewhere than it shows. Everything between
 * `scheme:` and the query is checked.
 */
export function hasDotSegment(address: string): boolean {
  // Almost no address has such a segment; this check rules out nearly all others.
  if (!/[/:\\]\.|%/.test(address)) return false;
  const end = address.search(/[?#]/);
  let path = end === -1 ? address : address.slice(0, end);
  path = path.replace(/^[a-z][a-z0-9+.-]*:/i, '').replaceAll('\\', '/');
  for (let pass = 0, before = ''; pass < MAX_ESCAPES && path !== before; pass++) {
    before = path;
    path = path.replace(/%(?:2[ef5]|5c)/gi, (escape) => ESCAPES.get(escape.toLowerCase()) ?? '');
  }
  // Servers that support segment parameters ignore them: `..;a=1` is `..`.
  return path.split('/').some((segment) => /^\.\.?(?:;|$)/.test(segment));
}

export const DOT_SEGMENT = 'has a "." or ".." segment in its path, which would change the path';
