import { label } from './label.ts';

/** Longer values are cropped: they are labels of a table. */
const MAX_LENGTH = 100;
/** Longer queries are not read. */
const MAX_QUERY_LENGTH = 4096;

export interface Campaign {
  readonly campaign: string;
  readonly source: string;
  readonly medium: string;
}

export const NO_CAMPAIGN: Campaign = { campaign: '', source: '', medium: '' };

/** The query of an address, with its question mark; '' if there is none. */
export function queryOf(address: string): string {
  const at = address.indexOf('?');
  return at < 0 ? '' : address.slice(at).replace(/#.*$/s, '');
}

/** Whether a query can have UTM parameters. */
export function mayHaveCampaign(query: string): boolean {
  return query.length <= MAX_QUERY_LENGTH && query.includes('utm_');
}

/** Reads the UTM parameters of a query, which begins with its question mark or is empty. */
export function campaignOf(query: string): Campaign {
  if (!mayHaveCampaign(query)) return NO_CAMPAIGN;
  const parameters = new URLSearchParams(query);
  const value = (name: string): string => label(parameters.get(name) ?? '', MAX_LENGTH);
  return {
    campaign: value('utm_campaign'),
    source: value('utm_source'),
    medium: value('utm_medium'),
  };
}
