import { isOwnVisitAddress, type OwnAddresses } from '../domain/link/own-address.ts';
import { isRefusedScheme } from '../domain/text/refused-schemes.ts';
import { isStore } from '../domain/link/app-store.ts';
import { isLongerThan } from '../domain/text/text.ts';
import { MAX_LINK_LENGTH, parseUrl } from '../domain/text/uri.ts';

/** The query parameter that gives an app the code of the link that opened it. */
const CODE_PARAMETER = 'smartlink';

/**
 * Adds the code of the link to the address of an app, unless it already has the parameter. Other addresses
 * (a store, `tel:`) are unchanged.
 */
export function withCode(href: string, code: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(href) || isStore(href)) return href;
  const hash = href.indexOf('#');
  const [head, fragment] = hash === -1 ? [href, ''] : [href.slice(0, hash), href.slice(hash)];
  const query = head.indexOf('?');
  if (query !== -1 && new URLSearchParams(head.slice(query)).has(CODE_PARAMETER)) return href;
  return `${head}${query === -1 ? '?' : '&'}${CODE_PARAMETER}=${code}${fragment}`;
}

/** A destination that was parsed and serialized again, never the stored text. */
export interface Target {
  readonly href: string;
  readonly kind: 'web' | 'app';
}

/** The target of a fallback: a web address or a store, never another app. */
export function fallbackOf(address: string, own: OwnAddresses): Target | undefined {
  const target = targetOf(address, own);
  return target?.kind === 'web' || isStore(target?.href ?? '') ? target : undefined;
}

/** The target if it is a web address, where a browser can go without an app. */
export function webTargetOf(address: string, own: OwnAddresses): Target | undefined {
  const target = targetOf(address, own);
  return target?.kind === 'web' ? target : undefined;
}

/**
 * Checks an address before a redirect, independently of the check when it was saved. Undefined if it is
 * not absolute, has a refused scheme or user info, or leads back to this service.
 */
export function targetOf(address: string, own: OwnAddresses): Target | undefined {
  if (address === '' || isLongerThan(address, MAX_LINK_LENGTH)) return undefined;
  const url = parseUrl(address);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (isRefusedScheme(url.protocol.slice(0, -1))) return undefined;
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  if (web && (url.hostname === '' || isOwnVisitAddress(url, own))) return undefined;
  return { href: url.href, kind: web ? 'web' : 'app' };
}
