import ipaddr from 'ipaddr.js';

/**
 * What counts as one caller: an IPv4 address, or the /64 that an IPv6 customer gets at the least. An
 * IPv4 address in IPv6 clothes is the same caller.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [a = 0, b = 0, c = 0, d = 0] = (parsed as ipaddr.IPv6).parts;
  return `${[a, b, c, d].map((part) => part.toString(16)).join(':')}::/64`;
}
