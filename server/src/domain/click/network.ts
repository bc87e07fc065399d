/**
 * The network of an address: the first three bytes of an IPv4 address, the first three groups of an IPv6
 * address (/24 and /48); '' if it is neither. An IPv4 address inside IPv6 counts as IPv4. It runs for every
 * visit, so it parses no more than it needs.
 */
export function truncatedNetwork(address: string): string {
  const lastDot = address.lastIndexOf('.');
  if (lastDot !== -1) return address.slice(address.lastIndexOf(':') + 1, lastDot);
  const first = address.indexOf(':');
  if (first === -1) return '';
  const second = address.indexOf(':', first + 1);
  const third = second === -1 ? -1 : address.indexOf(':', second + 1);
  // `::` in the first three groups stands for zeros: `2001:db8::1` is `2001:db8:0`.
  if (third === -1 || second === first + 1 || third === second + 1) return expanded(address);
  return address.slice(0, third);
}

/** The first three groups of an address in which `::` may stand for some of them. */
function expanded(address: string): string {
  const [before = '', after = ''] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after === '' ? [] : after.split(':');
  while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 3).join(':');
}
