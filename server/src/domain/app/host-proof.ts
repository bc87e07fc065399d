/** A pending host has no effect until a DNS record proves it or the operator approves it. */
export const HOST_STATES = ['proven', 'pending'] as const;
export type HostState = (typeof HOST_STATES)[number];

export interface AppHost {
  readonly host: string;
  readonly state: HostState;
}

/** The DNS record that proves a host. */
export interface HostRecord {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

/** Returns the DNS record that proves `host`. `proof` is the random text of the app. */
export function hostRecord(host: string, proof: string): HostRecord {
  return { type: 'TXT', name: `_smartlink.${host}`, value: `smartlink-verification=${proof}` };
}

/**
 * The result of a DNS query. `missing`: there is no TXT record with that name. `different`: there are TXT
 * records, but none with the expected value. `unavailable`: the DNS query failed.
 */
export const HOST_CHECKS = ['proven', 'missing', 'different', 'unavailable'] as const;
export type HostCheck = (typeof HOST_CHECKS)[number];

/** `texts` are the TXT records of the name; undefined if the DNS query failed. */
export function compareRecords(
  texts: readonly string[] | undefined,
  { value }: HostRecord,
): HostCheck {
  if (texts === undefined) return 'unavailable';
  if (texts.some((text) => text.trim() === value)) return 'proven';
  return texts.length === 0 ? 'missing' : 'different';
}
