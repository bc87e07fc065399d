import { parseSocketAddress } from './socket-address.ts';

/**
 * The address of the client behind proxies. `peer` is the other end of the connection, `forwarded` the
 * `X-Forwarded-For` header. Each trusted hop names the one before it, from the end of the header; the
 * first that is not trusted is the client. If a hop names no IP address, the address of that hop is
 * the last one that is known, so it counts as the client.
 */
export function clientAddress(
  peer: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer;
  for (let end = forwarded?.length ?? 0; end > 0 && isTrusted(address);) {
    const start = forwarded?.lastIndexOf(',', end - 1) ?? -1;
    const before = parseSocketAddress(forwarded?.slice(start + 1, end).trim() ?? '');
    if (!before) break;
    address = before.address;
    end = start;
  }
  return address;
}
