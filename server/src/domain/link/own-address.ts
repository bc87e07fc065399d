import { codeIn, RESERVED_PATHS } from './code.ts';
import { unescaped } from '../text/text.ts';
import { parseUrl } from '../text/uri.ts';

/** The addresses of this service, to detect links that lead back to it. */
export interface OwnAddresses {
  /** `{base_url}`, without a trailing slash. */
  readonly baseUrl: string;
  /** `{smartlink_base}`, without a trailing slash. */
  readonly smartlinkBase: string;
  /** The path of `baseUrl`, without a trailing slash: `""` or `/links`. */
  readonly basePath: string;
  /** The path of `smartlinkBase`, without a trailing slash: `""` or `/l`. */
  readonly linkPath: string;
  /** The host name of `baseUrl`. */
  readonly baseHost: string;
  /** The host names at which links open below `linkPath`: that of `smartlinkBase`, and those of apps. */
  readonly linkHosts: ReadonlySet<string>;
  /** As in `hosts`: where the service is reached without a proxy, which could keep other paths for itself. */
  readonly direct: ReadonlySet<string>;
  /** `host:port` of every name of this service, in lower case, always with the port. */
  readonly hosts: ReadonlySet<string>;
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

// All names of the machine itself, as URL parsers write them.
const LOOPBACK =
  /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|(?:.+\.)?localhost|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/;

/** Returns `host:port` with the default port; normalizes a trailing dot, letter case and loopback names. */
export function hostKey(url: URL): string {
  const host = url.hostname.replace(/\.+$/, '').toLowerCase();
  return `${LOOPBACK.test(host) ? 'loopback' : host}:${url.port || (DEFAULT_PORTS[url.protocol] ?? '')}`;
}

export function ownAddresses(
  baseUrl: string,
  smartlinkBase: string,
  alsoReachedAt: readonly string[],
): OwnAddresses {
  const direct = new Set(alsoReachedAt.flatMap(hostKeys));
  const hosts = new Set([...hostKeys(baseUrl), ...hostKeys(smartlinkBase), ...direct]);
  const pathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '');
  return {
    baseUrl,
    smartlinkBase,
    basePath: pathOf(baseUrl),
    linkPath: pathOf(smartlinkBase),
    baseHost: new URL(baseUrl).hostname,
    linkHosts: new Set([new URL(smartlinkBase).hostname]),
    hosts,
    direct,
  };
}

/** The hosts of an address. The same name with the other scheme (http or https) is the same service. */
function hostKeys(address: string): string[] {
  const url = new URL(address);
  if (url.port !== '') return [hostKey(url)];
  return ['http', 'https'].map((scheme) => hostKey(new URL(`${scheme}://${url.hostname}`)));
}

/** Adds the other host names under which links open. */
export function withLinkHosts(own: OwnAddresses, names: Iterable<string>): OwnAddresses {
  const added = [...names];
  const hosts = new Set(own.hosts);
  const ports = new Set(['80', '443', ...[...own.hosts].map((host) => host.split(':').at(-1))]);
  for (const name of added) for (const port of ports) hosts.add(`${name}:${port}`);
  return { ...own, hosts, linkHosts: new Set([...own.linkHosts, ...added]) };
}

/**
 * Returns the addresses under which links open, without a trailing slash: `smartlinkBase`, and the same for
 * each of the `hosts` of an app, with the scheme, port and path of `smartlinkBase`.
 */
export function smartlinkBases(own: OwnAddresses, hosts: readonly string[]): string[] {
  const { protocol, port } = new URL(own.smartlinkBase);
  const ending = `${port && `:${port}`}${own.linkPath}`;
  return [own.smartlinkBase, ...hosts.map((host) => `${protocol}//${host}${ending}`)];
}

/** Whether this name, without a port, is a name of the service. */
export function isOwnHost(name: string, own: OwnAddresses): boolean {
  const host = LOOPBACK.test(name) ? 'loopback' : name;
  return [own.baseUrl, own.smartlinkBase].some(
    (address) => hostKey(new URL(address)).replace(/:\d+$/, '') === host,
  );
}

/** Whether a visit of this address would be a visit of this service again. */
export function isOwnVisitAddress(url: URL, own: OwnAddresses): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  const key = hostKey(url);
  if (!own.hosts.has(key)) return false;
  // A proxy may merge slashes before the service sees the path.
  const path = url.pathname.replace(/\/{2,}/g, '/');
  // If the service has only a path of this host, the other paths can belong to another website.
  const isBelowBase = url.hostname === own.baseHost && path.startsWith(`${own.basePath}/`);
  // The proxy may remove the path of the API.
  const inner = isBelowBase
    ? visitSegment(path.slice(own.basePath.length), own.linkPath)
    : undefined;
  if (own.linkHosts.has(url.hostname)) {
    if (own.basePath !== '' && inner !== undefined) return true;
    return path.startsWith(`${own.linkPath}/`) && visitSegment(path, own.linkPath) !== undefined;
  }
  if (url.hostname === own.baseHost && !own.direct.has(key)) return inner !== undefined;
  return visitSegment(path, own.linkPath) !== undefined;
}

/**
 * Returns the code in a code or in an address at which links of this service open, with or without `https://`; undefined: it is
 * another address. The result may not be a valid code.
 */
export function ownCodeIn(text: string, own: OwnAddresses): string | undefined {
  const hasScheme = /^https?:/i.test(text);
  const path = text.replace(/[?#].*$/s, '').replace(/\/$/, '');
  if (!hasScheme && !path.includes('/')) return codeIn(text);
  const url = parseUrl(hasScheme ? text : `http://${text}`);
  return url && isOwnVisitAddress(url, own) ? ownVisitSegment(url.pathname, own) : undefined;
}

/**
 * Returns the path segment of a visit of this service that can be a code; see `visitSegment`. If the links are below the path of
 * the API, a proxy may have removed that path only.
 */
export function ownVisitSegment(
  path: string,
  { basePath, linkPath }: Pick<OwnAddresses, 'basePath' | 'linkPath'>,
): string | undefined {
  const segment = visitSegment(path, linkPath);
  if (segment !== undefined || basePath === '' || !linkPath.startsWith(`${basePath}/`))
    return segment;
  return visitSegment(path, linkPath.slice(basePath.length));
}

/**
 * Returns the path segment of a visit that can be a code: the only segment after `linkPath`, and not a
 * reserved word. A proxy may have removed `linkPath` already.
 */
export function visitSegment(path: string, linkPath: string): string | undefined {
  // The address of all links, without a slash at its end.
  if (path === linkPath) return undefined;
  const start = linkPath !== '' && path.startsWith(`${linkPath}/`) ? linkPath.length + 1 : 1;
  const slash = path.indexOf('/', start);
  // One trailing slash is allowed.
  if (slash !== -1 && slash !== path.length - 1) return undefined;
  const end = slash === -1 ? path.length : slash;
  if (end === start) return undefined;
  const segment = unescaped(path.slice(start, end));
  return RESERVED_PATHS.has(segment) ? undefined : segment;
}
