import ipaddr from 'ipaddr.js';
import { truncatedNetwork } from '../click/network.ts';

/** What must never be in a log, and what is written instead. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // Credentials in addresses: `postgres://user:password@host`.
  [/(:\/\/)[^\s/?#@]+@/g, '$1…@'],
  [/\b(?:sl_[a-z]+_|whsec_)[\w+/=-]+/g, '…'],
  [/\b(Bearer|Basic|Token) +[\w.~+/=-]{8,}/gi, '$1 …'],
  [/\bsmartlink_[\w-]+=[^\s;,]+/g, '…'],
  [/[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '…@…'],
  // Query strings.
  [/\?[^\s?"'<>]*=[^\s"'<>]*/g, '?…'],
];

const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:[\d.]{7,15})?)(?![\w])/gi;

/** A text without secrets and email addresses, and with IP addresses truncated to their networks. */
export function withoutSecrets(text: string): string {
  let clean = text;
  for (const [secret, instead] of SECRETS) clean = clean.replace(secret, instead);
  return clean.replace(ADDRESS, (found) =>
    ipaddr.isValid(found) ? `${truncatedNetwork(found)}…` : found,
  );
}
