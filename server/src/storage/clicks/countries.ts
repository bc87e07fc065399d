import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { isRecord } from '../../domain/text/json-value.ts';

/** How often it is checked whether the file was replaced. */
const CHECK_EVERY_MS = 60_000;
/** Networks whose country is remembered. */
const MAX_KNOWN = 50_000;

/**
 * The countries of networks, from a file in the MMDB format of MaxMind. It is read again when it is replaced, since
 * such files are updated every week. It reads the disk, so it belongs to the click thread.
 */
export class Countries {
  readonly #file: string;
  readonly #known = new Map<string, string>();
  #reader: Reader<CountryResponse>;
  #version: string;
  #checkAt = 0;

  /** Throws an `Error` if the file cannot be read or is not in this format. */
  constructor(file: string) {
    this.#file = file;
    this.#version = versionOf(file);
    this.#reader = open(file);
  }

  /**
   * Returns the code of a country, such as `DE`; '' if it is unknown. `network`: see `truncatedNetwork`. `now` in
   * milliseconds.
   */
  countryOf(network: string, now: number): string {
    if (network === '') return '';
    if (now >= this.#checkAt) this.#reload(now);
    let country = this.#known.get(network);
    if (country === undefined) {
      country = codeOf(this.#find(network));
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(network, country);
    }
    return country;
  }

  #find(network: string): unknown {
    const isIpv6 = network.includes(':');
    const address = isIpv6 ? `${network}::` : `${network}.0`;
    // Some files have a country for private networks. A file without IPv6 would return that of another network.
    if (!ipaddr.isValid(address) || ipaddr.parse(address).range() !== 'unicast') return undefined;
    if (isIpv6 && this.#reader.metadata.ipVersion === 4) return undefined;
    try {
      return this.#reader.get(address);
    } catch {
      // The file is damaged: the click counts without a country.
      return undefined;
    }
  }

  #reload(now: number): void {
    this.#checkAt = now + CHECK_EVERY_MS;
    try {
      const version = versionOf(this.#file);
      if (version === this.#version) return;
      this.#reader = open(this.#file);
      this.#version = version;
      this.#known.clear();
    } catch {
      // It is being replaced. What was read before stays in use.
    }
  }
}

function open(file: string): Reader<CountryResponse> {
  return new Reader<CountryResponse>(readFileSync(file));
}

function versionOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Files of MaxMind and DB-IP have `country.iso_code`, those of ip-location-db have `country_code`. */
function codeOf(found: unknown): string {
  if (!isRecord(found)) return '';
  const code = isRecord(found.country) ? found.country.iso_code : found.country_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
}
