import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../domain/access/network.ts';
import { isNoRecord, resolving } from './resolver.ts';
import { sharingLookups } from './shared-lookups.ts';

/** A name that leads to an address which is not public. */
export class NotPublic extends Error {}

/**
 * For requests on behalf of owners, who must not explore the operator's network. Node.js does not call it for IP addresses.
 * Connects only to the addresses that were checked; fails if one is not public. `servers`: as for `resolving`.
 */
export function publicLookup(servers: readonly string[]): LookupFunction {
  return (host, options, done) => {
    publicAddresses(host, servers).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}

type Addresses = [LookupAddress, ...LookupAddress[]];

async function publicAddresses(host: string, servers: readonly string[]): Promise<Addresses> {
  // RFC 6761: these names are of this machine. DNS servers need not know them.
  if (/(?:^|\.)localhost\.?$/i.test(host)) throw new NotPublic();
  const [four, six] = await resolving(servers, (resolver) =>
    Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
  );
  const [first, ...others] = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (!first) throw noAddress(host, [four, six]);
  const addresses: Addresses = [first, ...others];
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new NotPublic();
  return addresses;
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
}

/** The error codes are those of `dns.lookup`: the name has no address (`ENOTFOUND`), or DNS did not respond (`EAI_AGAIN`). */
function noAddress(host: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const isKnown = answers.every((answer) => !('reason' in answer) || isNoRecord(answer.reason));
  const code = isKnown ? 'ENOTFOUND' : 'EAI_AGAIN';
  return Object.assign(new Error(`no address of ${host}`), { code });
}

/** For requests that the operator allows to private networks, whose names may be in a file of this machine. */
export const anyLookup: LookupFunction = sharingLookups(lookup);
