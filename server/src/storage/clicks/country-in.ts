import ipaddr from 'ipaddr.js';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { isRecord } from '../../domain/text/json-value.ts';

/** Returns the code of the country of a network, such as `DE`; '' if it is unknown. `network`: see `truncatedNetwork`. */
export function countryIn(reader: Reader<CountryResponse>, network: string): string {
  return codeOf(find(reader, network));
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

/** Files of MaxMind and DB-IP have `country.iso_code`, those of ip-location-db have `country_code`. */
function codeOf(found: unknown): string {
  if (!isRecord(found)) return '';
  const code = isRecord(found.country) ? found.country.iso_code : found.country_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
}
