import { copied } from '../text/copied.ts';
import { parseSocketAddress } from './socket-address.ts';

/** Longer headers are not kept for the address in them. Proxies send shorter ones. */
const LONG_HEADER = 256;

/**
 * Returns the address of the client behind proxies. `peer` is the address of the connection, `forwarded` the
 * `X-Forwarded-For` header. The header is read from its end, because each proxy appends the address that it
 * received the request from. The first address that is not a trusted proxy is the client. If an entry is not
 * an IP address, the last valid address counts as the client.
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
  return (forwarded?.length ?? 0) > LONG_HEADER ? copied(address) : address;
}
