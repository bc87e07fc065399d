import { Resolver } from 'node:dns/promises';

/** The TXT records of a name, each in one piece; undefined if DNS did not respond. */
export type TxtLookup = (name: string) => Promise<readonly string[] | undefined>;

const ATTEMPT_TIMEOUT_MS = 1500;
const MAX_ATTEMPTS = 2;
/** For all tries and servers together. */
const TIMEOUT_MS = 5000;
// No such name; no TXT record; a name that is too long for DNS.
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Looks up TXT records. `servers`: addresses of DNS servers, with or without a port; if empty, those of
 * the system.
 */
export function txtLookup(servers: readonly string[]): TxtLookup {
  return async (name) => {
    const resolver = new Resolver({ timeout: ATTEMPT_TIMEOUT_MS, tries: MAX_ATTEMPTS });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NO_RECORD.has(String((error as NodeJS.ErrnoException).code)) ? [] : undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}
