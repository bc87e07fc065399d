import ipaddr from 'ipaddr.js';

/**
 * What counts as one caller: an IPv4 address, or an IPv6 /64, the least that a customer gets. An IPv4 address
 * that is mapped into IPv6 is the same caller.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 4) ?? address;
}

/**
 * The /48 of an IPv6 address: one customer may have all of its 65,536 /64s and use another one for each
 * request. Undefined for everything else.
 */
export function siteOf(address: string): string | undefined {
  const prefix = prefixOf(address, 3);
  return prefix?.endsWith('/48') ? prefix : undefined;
}

/** `groups` of 16 bits of an IPv6 address; an IPv4 address as it is. */
function prefixOf(address: string, groups: number): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const kept = parsed.parts.slice(0, groups).map((part) => part.toString(16));
  return `${kept.join(':')}::/${groups * 16}`;
}

// Azure's agent and its metadata, under an address that is public by its range.
const METADATA = '168.63.129.16';

/**
 * Is this a public address? False for private, loopback, link-local, shared (CGNAT) and unique local
 * addresses, for those of metadata services, for those that carry an IPv4 address (NAT64, 6to4, Teredo),
 * which may be any of these, and for text that is not an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === METADATA) return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  // 2000::/3 is all that is assigned for the Internet.
  return ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}
