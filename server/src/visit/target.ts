import { isOwnVisitAddress, type OwnAddresses } from '../domain/own-address.ts';
import { isRefusedScheme, MAX_LINK_LENGTH, parseUrl } from '../domain/uri.ts';

/** An address that a visitor may be sent to: parsed and written anew, never the stored text. */
export interface Target {
  readonly href: string;
  readonly kind: 'web' | 'app';
}

/**
 * Checks an address on its way out, whatever was checked on its way in; undefined where nobody
 * should be sent: not absolute, a refused scheme, user info, or a loop to this service.
 */
export function targetOf(address: string, own: OwnAddresses): Target | undefined {
  if (address === '' || address.length > MAX_LINK_LENGTH) return undefined;
  const url = parseUrl(address);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (isRefusedScheme(url.protocol.slice(0, -1))) return undefined;
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  if (web && (url.hostname === '' || isOwnVisitAddress(url, own))) return undefined;
  return { href: url.href, kind: web ? 'web' : 'app' };
}
