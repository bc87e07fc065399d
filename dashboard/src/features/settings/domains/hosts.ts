import type { Part } from '../../../api/save-part.ts';

interface Hosts {
  /** By name, so that concurrent additions and removals do not conflict. */
  readonly names: Readonly<Record<string, true>>;
}

export const hostsPart: Part<Hosts> = {
  of: ({ hosts }) => ({ names: Object.fromEntries(hosts.map((name) => [name, true as const])) }),
  change: ({ names }) => ({ hosts: Object.keys(names) }),
  complete: (value) => ({ names: {}, ...value }),
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

interface DnsRecord {
  readonly name: string;
  readonly type: 'CNAME' | 'A / AAAA';
  /** The target; undefined: the IP addresses of the service, which only the operator knows. */
  readonly value: string | undefined;
}

/**
 * The DNS record that points `host` to `service`. A domain itself (`shop.example`) cannot have a CNAME record, and
 * an IP address cannot be its target.
 */
export function dnsRecord(host: string, service: string): DnsRecord {
  const isAddress = /^\[|^[\d.]+$/.test(service) || !service.includes('.');
  if (isAddress || host.split('.').length < 3) {
    return { name: host, type: 'A / AAAA', value: undefined };
  }
  return { name: host, type: 'CNAME', value: service };
}
