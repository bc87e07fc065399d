import { Resolver } from 'node:dns/promises';

const ATTEMPT_TIMEOUT_MS = 1500;
const MAX_ATTEMPTS = 2;
/** For all tries and servers together. */
const TIMEOUT_MS = 4000;
// No such name; no record of this type; a name that is too long for DNS.
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Asks DNS servers, for seconds at most. `servers`: their addresses, with or without a port; if empty, those of the system.
 * `dns.lookup` would keep one of four threads of the process until a slow server has responded.
 */
export async function resolving<Answer>(
  servers: readonly string[],
  ask: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  const resolver = new Resolver({ timeout: ATTEMPT_TIMEOUT_MS, tries: MAX_ATTEMPTS });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    return await ask(resolver);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this error says that there is no record, not that no server responded. */
export function isNoRecord(error: unknown): boolean {
  return NO_RECORD.has(String((error as NodeJS.ErrnoException).code));
}
