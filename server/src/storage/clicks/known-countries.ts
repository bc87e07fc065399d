import ipaddr from 'ipaddr.js';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { isRecord } from '../../domain/text/json-value.ts';

type CountryFile = Reader<CountryResponse>;

/** How long the country of a network is remembered. */
const KNOWN_MS = 60 * 60_000;

/** Looks networks up in a file with their countries, and remembers some of them. */
export class KnownCountries {
  readonly #max: number;
  readonly #known = new Map<string, string>();
  #file: CountryFile | undefined;
  #until = 0;

  /** `max`: how many networks are remembered. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown. `network`: see `truncatedNetwork`. `now` in
   * milliseconds.
   */
  countryOf(file: CountryFile, network: string, now: number): string {
    if (file !== this.#file || now >= this.#until) {
      this.#known.clear();
      this.#until = now + KNOWN_MS;
    }
    this.#file = file;
    let country = this.#known.get(network);
    if (country === undefined) {
      country = codeOf(find(file, network));
      if (this.#known.size >= this.#max) this.#known.clear();
      this.#known.set(network, country);
    }
    return country;
  }
}

function find(file: CountryFile, network: string): unknown {
  const isIpv6 = network.includes(':');
  const address = isIpv6 ? `${network}::` : `${network}.0`;
  // Some files have a country for private networks. A file without IPv6 would return that of another network.
  if (!ipaddr.isValid(address) || ipaddr.parse(address).range() !== 'unicast') return undefined;
  if (isIpv6 && file.metadata.ipVersion === 4) return undefined;
  try {
    return file.get(address);
  } catch {
    // The file is damaged: the click counts without a country.
    return undefined;
  }
}

/** Files of MaxMind and DB-IP have `country.iso_code`, those of ip-location-db have `country_code`. */
function codeOf(found: unknown): string {
  if (!isRecord(found)) return '';
  const code = isRecord(found.country) ? found.country.iso_code : found.country_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
}
