import ipaddr from 'ipaddr.js';
import { truncatedNetwork } from './network.ts';

/** The largest file: far more than the lists of all large providers together. */
export const MAX_NETWORKS = 200_000;

/** Whole networks, as the numbers of their first and last one: of /24 of IPv4, or of /48 of IPv6. */
type Range = readonly [first: number, last: number];

interface NetworkFileIssue {
  /** From 1. */
  readonly line: number;
  readonly detail: string;
}

/** Networks, in which another one is found in logarithmic time. */
export class NetworkList {
  /** How many lines there were. */
  readonly size: number;
  readonly #ipv4: Ranges;
  readonly #ipv6: Ranges;

  constructor(ipv4: readonly Range[], ipv6: readonly Range[]) {
    this.size = ipv4.length + ipv6.length;
    this.#ipv4 = new Ranges(ipv4);
    this.#ipv6 = new Ranges(ipv6);
  }

  /** `network`: see `truncatedNetwork`. */
  has(network: string): boolean {
    return (network.includes(':') ? this.#ipv6 : this.#ipv4).has(numberOf(network));
  }
}

/** Disjoint ranges in their order. */
class Ranges {
  readonly #first: Float64Array;
  readonly #last: Float64Array;

  constructor(ranges: readonly Range[]) {
    const joined: [number, number][] = [];
    for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
      const before = joined.at(-1);
      if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
      else joined.push([first, last]);
    }
    this.#first = Float64Array.from(joined, ([first]) => first);
    this.#last = Float64Array.from(joined, ([, last]) => last);
  }

  has(network: number): boolean {
    // The last range that begins at or before the network is in [low - 1].
    let [low, high] = [0, this.#first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#first[middle] ?? 0) <= network) low = middle + 1;
      else high = middle;
    }
    return low > 0 && network <= (this.#last[low - 1] ?? -1);
  }
}

/** The three parts of a truncated network as a number; NaN if they are none. */
function numberOf(network: string): number {
  const isIpv6 = network.includes(':');
  const [base, radix] = isIpv6 ? [0x10000, 16] : [0x100, 10];
  const parts = network.split(isIpv6 ? ':' : '.');
  if (parts.length !== 3) return NaN;
  return parts.reduce((number, part) => number * base + parseInt(part, radix), 0);
}

/**
 * Reads networks in CIDR notation or single addresses, one a line; `#` begins a comment. An address is known by its
 * truncated network only, so a network that is smaller than that stands for all of it.
 */
export function parseNetworks(text: string): NetworkList | NetworkFileIssue {
  const ipv4: Range[] = [];
  const ipv6: Range[] = [];
  let line = 0;
  for (const raw of text.replace(/^\uFEFF/, '').split('\n')) {
    line++;
    const network = raw.replace(/#.*/s, '').trim();
    if (network === '') continue;
    const range = rangeOf(network);
    if (!range) return { line, detail: `${JSON.stringify(network.slice(0, 50))} ${NOT_A_NETWORK}` };
    (network.includes(':') ? ipv6 : ipv4).push(range);
    if (ipv4.length + ipv6.length > MAX_NETWORKS) {
      return { line, detail: `there are more than ${MAX_NETWORKS} networks` };
    }
  }
  return new NetworkList(ipv4, ipv6);
}

const NOT_A_NETWORK = 'is not a network such as 203.0.113.0/24 or 2001:db8::/32';

/** The truncated networks in a network, which is one of them if it is smaller. */
function rangeOf(text: string): Range | undefined {
  const [, address = '', digits] =
    /^([\d.]+|[\da-f:]+)(?:\/(\d{1,2}|1[0-2]\d))?$/i.exec(text) ?? [];
  const isIpv6 = ipaddr.IPv6.isValid(address);
  const [kept, most] = isIpv6 ? [48, 128] : [24, 32];
  const bits = Number(digits ?? most);
  // Some lists fill the bytes of IPv4 with zeros.
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address.replace(/\b0{1,2}(?=\d)/g, ''));
  if ((!isIpv6 && !isIpv4) || bits > most) return undefined;
  const size = 2 ** Math.max(0, kept - bits);
  const first = Math.floor(numberOf(truncatedNetwork(address)) / size) * size;
  return [first, first + size - 1];
}
