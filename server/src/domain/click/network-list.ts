/** The largest file: far more than the lists of all large providers together. */
export const MAX_NETWORKS = 200_000;

/** Whole networks, as the numbers of their first and last one: of /24 of IPv4, or of /48 of IPv6. */
type Range = readonly [first: number, last: number];

export interface NetworkFileIssue {
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
    if (network.includes(':')) return this.#ipv6.has(numberOf(network.split(':'), 16, IPV6_GROUP));
    return this.#ipv4.has(numberOf(network.split('.'), 10, IPV4_BYTE));
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

const IPV4_BYTE = 0x100;
const IPV6_GROUP = 0x10000;

/** The first three parts of an address as a number; NaN if they are none. */
function numberOf(parts: readonly string[], radix: 10 | 16, base: number): number {
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
    const isIpv6 = network.includes(':');
    const range = isIpv6 ? ipv6Range(network) : ipv4Range(network);
    if (!range) return { line, detail: `${JSON.stringify(network.slice(0, 50))} ${NOT_A_NETWORK}` };
    (isIpv6 ? ipv6 : ipv4).push(range);
    if (ipv4.length + ipv6.length > MAX_NETWORKS) {
      return { line, detail: `there are more than ${MAX_NETWORKS} networks` };
    }
  }
  return new NetworkList(ipv4, ipv6);
}

const NOT_A_NETWORK = 'is not a network such as 203.0.113.0/24 or 2001:db8::/32';

function ipv4Range(text: string): Range | undefined {
  const [, a, b, c, d, bits = '32'] =
    /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  const bytes = [a, b, c, d].map(Number);
  if (a === undefined || Number(bits) > 32 || bytes.some((byte) => byte > 255)) return undefined;
  const [first = 0, second = 0, third = 0] = bytes;
  return rangeOf((first * IPV4_BYTE + second) * IPV4_BYTE + third, 24, Number(bits));
}

function ipv6Range(text: string): Range | undefined {
  const [, address = '', bits = '128'] = /^([\da-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const groups = groupsOf(address);
  if (!groups || Number(bits) > 128) return undefined;
  const [first = 0, second = 0, third = 0] = groups;
  return rangeOf((first * IPV6_GROUP + second) * IPV6_GROUP + third, 48, Number(bits));
}

function groupsOf(address: string): number[] | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - before.length - after.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => parseInt(group, 16));
}

/** `network`: the number of one of `width` bits, of which the first `bits` count. */
function rangeOf(network: number, width: number, bits: number): Range {
  const size = 2 ** Math.max(0, width - bits);
  const first = Math.floor(network / size) * size;
  return [first, first + size - 1];
}
