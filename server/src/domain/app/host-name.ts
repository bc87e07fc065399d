import { parseUrl } from '../text/uri.ts';

/**
 * A host as a `Host` header or a person writes it, as it is compared: lower case, in ASCII, without
 * port and final dot. Undefined for what is none.
 */
export function hostName(text: string): string | undefined {
  if (text.length > 300 || /[/?#@\\\s%]/.test(text)) return undefined;
  const name = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '');
  return name === '' ? undefined : name;
}

/** What is wrong with a name as a host of links; finishes "the host …". */
export function linkHostIssue(text: string): string | undefined {
  const name = hostName(text);
  if (name === undefined) return 'must be a host name, such as go.shop.example';
  if (/^\[|^[\d.]+$/.test(name)) return 'must be a name, not an IP address';
  return name === text ? undefined : `must be written as "${name}": no port, lowercase, ASCII`;
}
