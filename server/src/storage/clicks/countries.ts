import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { isRecord } from '../../domain/text/json-value.ts';
import { WatchedFile } from './watched-file.ts';

/** Networks whose country is remembered. */
const MAX_KNOWN = 50_000;

/**
 * The countries of networks, from a file in the MMDB format of MaxMind. It is read again when it is replaced, since
 * such files are updated every week. It reads the disk, so it belongs to the click thread.
 */
export class Countries {
  readonly #file: WatchedFile<Reader<CountryResponse>>;
  readonly #known = new Map<string, string>();
  #reader: Reader<CountryResponse> | undefined;

  /** Throws an `Error` if the file cannot be read or is not in this format. */
  constructor(file: string) {
    this.#file = new WatchedFile(file, open);
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown. `network`: see `truncatedNetwork`. `now` in
   * milliseconds.
   */
  countryOf(network: string, now: number): string {
    if (network === '') return '';
    const reader = this.#file.content(now);
    if (reader !== this.#reader) this.#known.clear();
    this.#reader = reader;
    let country = this.#known.get(network);
    if (country === undefined) {
      country = codeOf(find(reader, network));
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(network, country);
    }
    return country;
  }
}

function find(reader: Reader<CountryResponse>, network: string): unknown {
  const isIpv6 = network.includes(':');
  const address = isIpv6 ? `${network}::` : `${network}.0`;
  // Some files have a country for private networks. A file without IPv6 would return that of another network.
  if (!ipaddr.isValid(address) || ipaddr.parse(address).range() !== 'unicast') return undefined;
  if (isIpv6 && reader.metadata.ipVersion === 4) return undefined;
  try {
    return reader.get(address);
  } catch {
    // The file is damaged: the click counts without a country.
    return undefined;
  }
}

function open(file: string): Reader<CountryResponse> {
  return new Reader<CountryResponse>(readFileSync(file));
}

/** Files of MaxMind and DB-IP have `country.iso_code`, those of ip-location-db have `country_code`. */
function codeOf(found: unknown): string {
  if (!isRecord(found)) return '';
  const code = isRecord(found.country) ? found.country.iso_code : found.country_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
}
