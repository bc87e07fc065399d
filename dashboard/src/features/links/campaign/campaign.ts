export const CAMPAIGN_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number];

/** The values of the UTM parameters of an address, decoded; empty: the address does not have it. */
export type Campaign = Readonly<Record<CampaignField, string>>;

/** The first value counts if a parameter is repeated. */
export function campaignOf(address: string): Campaign {
  const { parameters } = partsOf(address);
  return byField((field) => {
    const found = parameters.find((parameter) => fieldOf(parameter) === field);
    return found === undefined ? '' : decoded(found.slice(found.indexOf('=') + 1));
  });
}

export function byField<Value>(
  valueOf: (field: CampaignField) => Value,
): Readonly<Record<CampaignField, Value>> {
  const entries = CAMPAIGN_FIELDS.map((field) => [field, valueOf(field)]);
  return Object.fromEntries(entries) as Record<CampaignField, Value>;
}

/**
 * The address with another value of one UTM parameter; an empty value removes it. Every other character of the
 * address stays as it is.
 */
export function withCampaign(address: string, field: CampaignField, value: string): string {
  if (campaignOf(address)[field] === value) return address;
  const { start, parameters, fragment } = partsOf(address);
  const others = parameters.filter((parameter) => fieldOf(parameter) !== field);
  if (value !== '') {
    const before = parameters.findIndex((parameter) => fieldOf(parameter) === field);
    others.splice(before === -1 ? placeOf(field, others) : before, 0, parameterOf(field, value));
  }
  const query = others.join('&');
  return `${start}${query === '' ? '' : `?${query}`}${fragment}`;
}

interface Parts {
  readonly start: string;
  /** The query between each `&`, as it is written. */
  readonly parameters: readonly string[];
  /** With its `#`. */
  readonly fragment: string;
}

function partsOf(address: string): Parts {
  const [, start = '', query = '', fragment = ''] = PARTS.exec(address) ?? [];
  return { start, parameters: query === '' ? [] : query.split('&'), fragment };
}

const PARTS = /^([^?#]*)\??([^#]*)(.*)$/s;

/** The field of a UTM parameter that has an equals sign; undefined: it is another parameter. */
function fieldOf(parameter: string): CampaignField | undefined {
  const [name = '', ...rest] = parameter.split('=');
  if (rest.length === 0) return undefined;
  const known = decoded(name);
  return CAMPAIGN_FIELDS.find((field) => known === `utm_${field}`);
}

/** UTM parameters keep their usual order among each other, and follow all others. */
function placeOf(field: CampaignField, parameters: readonly string[]): number {
  const rank = CAMPAIGN_FIELDS.indexOf(field);
  const ranks = parameters.map((parameter) => {
    const other = fieldOf(parameter);
    return other === undefined ? undefined : CAMPAIGN_FIELDS.indexOf(other);
  });
  const earlier = ranks.findLastIndex((other) => other !== undefined && other < rank);
  if (earlier !== -1) return earlier + 1;
  const later = ranks.findIndex((other) => other !== undefined && other > rank);
  return later === -1 ? parameters.length : later;
}

function parameterOf(field: CampaignField, value: string): string {
  // A lone half of a surrogate pair has no encoding.
  return `utm_${field}=${encodeURIComponent(value.toWellFormed())}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
