import ipaddr from 'ipaddr.js';

/**
 * Returns what counts as one client: an IPv4 address, or an IPv6 /64, the smallest network that a customer
 * gets. An IPv4-mapped IPv6 address is the same client as its IPv4 address.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4) ?? address;
}

/**
 * Returns the /48 of an IPv6 address, else undefined. One customer can have all 65,536 /64 networks of a /48
 * and use a different one for each request.
 */
export function siteOf(address: string): string | undefined {
  const prefix = prefixOf(address, 3);
  return prefix?.endsWith('/48') ? prefix : undefined;
}

/** The first `groups` 16-bit groups of an IPv6 address; an IPv4 address unchanged. */
function prefixOf(address: string, groups: number): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const kept = parsed.parts.slice(0, groups).map((part) => part.toString(16));
  return `${kept.join(':')}::/${groups * 16}`;
}

// Azure's agent and metadata service: the address is in a public range.
const METADATA = '168.63.129.16';

/**
 * Whether this is a public address. False for private, loopback, link-local, shared (CGNAT) and unique local
 * addresses, for metadata services, for IPv6 addresses that contain an IPv4 address (NAT64, 6to4, Teredo),
 * because that can be any of these, and for text that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === METADATA) return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  // Only 2000::/3 is assigned for the Internet.
  return ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}
