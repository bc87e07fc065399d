import type { Part } from '../../../api/save-part.ts';

/** The names under which an app's links open. */

export interface Hosts {
  /** By name, so that concurrent additions and removals do not conflict. */
  readonly names: Readonly<Record<string, true>>;
}

export const hostsPart: Part<Hosts> = {
  of: ({ hosts }) => ({ names: Object.fromEntries(hosts.map((name) => [name, true as const])) }),
  change: ({ names }) => ({ hosts: Object.keys(names) }),
  whole: (value) => ({ names: {}, ...value }),
};

/** Normalizes a pasted host: no scheme, no path, lowercase. */
export function hostOf(text: string): string {
  const name = text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');
  try {
    // Non-ASCII names are encoded as in DNS.
    return name === '' ? '' : new URL(`https://${name}`).hostname;
  } catch {
    return name.toLowerCase();
  }
}

export interface DnsRecord {
  readonly name: string;
  readonly type: 'CNAME' | 'A / AAAA';
  /** What it points at; undefined: the addresses of the service, which only its operator knows. */
  readonly value: string | undefined;
}

/**
 * What DNS has to say of `host` so that it leads to `service`. A domain itself (`shop.example`)
 * cannot be a CNAME, and an address cannot be the end of one.
 */
export function dnsRecord(host: string, service: string): DnsRecord {
  const isAddress = /^\[|^[\d.]+$/.test(service) || !service.includes('.');
  if (isAddress || host.split('.').length < 3) {
    return { name: host, type: 'A / AAAA', value: undefined };
  }
  return { name: host, type: 'CNAME', value: service };
}
