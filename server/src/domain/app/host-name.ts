import { parseUrl } from '../text/uri.ts';

/**
 * Returns a host in the form in which hosts are compared: lower case, ASCII, without port and trailing dot.
 * Returns undefined if the text is not a host name.
 */
export function hostName(text: string): string | undefined {
  if (text.length > 300 || /[/?#@\\\s%]/.test(text)) return undefined;
  const name = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '');
  return name === '' ? undefined : name;
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Returns the error of a name as a host of links; completes "the host …". */
export function linkHostIssue(text: string): string | undefined {
  const name = hostName(text);
  if (name === undefined) return 'must be a host name, such as go.shop.example';
  if (/^\[|^[\d.]+$/.test(name)) return 'must be a name, not an IP address';
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label))) {
    return 'must consist of labels of 1 to 63 letters, digits, hyphens and underscores, with a period between them';
  }
  return name === text ? undefined : `must be written as "${name}": no port, lowercase, ASCII`;
}
