/**
 * What a visitor got: the kind of the answer; `store` is a redirect to an app store. Visits of unknown codes have no
 * link and are not recorded.
 */
export const OUTCOMES = [
  'redirect',
  'store',
  'open-app',
  'get-app',
  'probe',
  'preview',
  'scan',
  'no-route',
  'gone',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Who or what sent the request. Only `human` counts as a click of a visitor. */
export const KINDS = ['human', 'bot', 'preview', 'prefetch', 'head', 'tool'] as const;
export type Kind = (typeof KINDS)[number];

/** What can follow a visit. It is recorded like a click, but is none: only the funnel counts it. */
export const EVENTS = ['open', 'redeem'] as const;
export type ClickEvent = (typeof EVENTS)[number];

export const STORED_KINDS = [...KINDS, ...EVENTS] as const;
export type StoredKind = (typeof STORED_KINDS)[number];
/** An event has no outcome. */
export const STORED_OUTCOMES = [...OUTCOMES, ''] as const;
export type StoredOutcome = (typeof STORED_OUTCOMES)[number];

/** Outcomes that lead a visitor to an app store. */
export const STORE_OUTCOMES = ['get-app', 'store'] as const;

/**
 * What a click can be counted by, in the order of the columns of `click_profiles`. '' is an unknown value.
 * `platform` is the device.
 */
export const DIMENSIONS = [
  'kind',
  'outcome',
  'platform',
  'country',
  'referrer',
  'browser',
  'in_app',
  'language',
  'campaign',
  'source',
  'medium',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Dimensions that visitors can fill with any text. The number of combinations of them is limited. */
export const LONG_TAIL = ['referrer', 'language', 'campaign', 'source', 'medium'] as const;
/** Stands for all values of these dimensions beyond the limit. */
export const OTHERS = '(other)';
/** Stands for '' in filters, because many clients leave out empty parameters. */
export const UNKNOWN = '(none)';

/** Why a click was not stored. A click is stored, waiting or lost, never two of these. */
export const LOSSES = ['buffer_full', 'store_failed', 'store_timeout', 'stopped'] as const;
export type Loss = (typeof LOSSES)[number];

/** The index of each name in its list, for arrays of numbers. */
export function indexesOf<Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>;
}
