import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../domain/access/network.ts';

/** A name that leads to an address which is not public. */
export class NotPublic extends Error {}

/**
 * For requests on behalf of owners, who must not explore the operator's network. Node.js does not call it for IP addresses.
 * Connects only to the addresses that were checked; fails if one is not public.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (failed, addresses) => {
    const [first] = addresses ?? [];
    if (failed || !first) return done(failed ?? new Error(`no address of ${host}`), []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(new NotPublic(), []);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};
