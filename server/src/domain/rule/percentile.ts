import { dayOf } from '../click/slots.ts';

/**
 * The percentile of a visitor of a link, from 0 to 99. It is the same for everyone in a network for a day (UTC), so that
 * nothing needs to be stored or recognized. `network`: see `truncatedNetwork`; `at` in milliseconds since 1970-01-01 UTC.
 */
export function percentileOf(network: string, at: number, code: string): number {
  return hashOf(`${network} ${dayOf(at)} ${code}`) % 100;
}

/** MurmurHash3 of 32 bits for code units: even for texts that differ in one character. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    let part = Math.imul(text.charCodeAt(at), 0xcc9e2d51);
    part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    hash ^= part;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
