import ipaddr from 'ipaddr.js';

export interface SocketAddress {
  /** An IP address without brackets. */
  readonly address: string;
  readonly port: number | undefined;
}

const MAX_LENGTH = 64;
const BRACKETED = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const IPV4 = /^([\d.]+)(?::(\d{1,5}))?$/;

/**
 * Reads `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:443`. Returns
 * undefined for anything else, including host names.
 */
export function parseSocketAddress(text: string): SocketAddress | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, address = text, digits] = BRACKETED.exec(text) ?? IPV4.exec(text) ?? [];
  const isAddress = text.startsWith('[')
    ? ipaddr.IPv6.isValid(address)
    : ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  const port = digits === undefined ? undefined : Number(digits);
  if (!isAddress || (port !== undefined && (port < 1 || port > 65_535))) return undefined;
  return { address, port };
}
