/** A pending host has no effect until its owner proves it by DNS or the operator approves it. */
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

/** `proof`: the random text of the app. */
export function hostRecord(host: string, proof: string): HostRecord {
  return { type: 'TXT', name: `_smartlink.${host}`, value: `smartlink-verification=${proof}` };
}

/**
 * The result of a DNS query for a record. `missing`: no TXT record of that name. `different`: there are some, none
 * with the value. `unavailable`: DNS did not answer.
 */
export const HOST_CHECKS = ['proven', 'missing', 'different', 'unavailable'] as const;
export type HostCheck = (typeof HOST_CHECKS)[number];

/** `texts`: the TXT records of the name; undefined if DNS did not answer. */
export function judgeRecords(
  texts: readonly string[] | undefined,
  { value }: HostRecord,
): HostCheck {
  if (texts === undefined) return 'unavailable';
  if (texts.some((text) => text.trim() === value)) return 'proven';
  return texts.length === 0 ? 'missing' : 'different';
}
