import type { Device } from '../../platform/rules.ts';

/**
 * What a visitor got: the kind of the answer. Visits of unknown codes have no link and are not recorded.
 */
export const OUTCOMES = [
  'redirect',
  'open-app',
  'get-app',
  'probe',
  'preview',
  'no-route',
  'gone',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Who or what sent the request. Only `human` counts as a click of a visitor. */
export const KINDS = ['human', 'bot', 'preview', 'prefetch', 'head', 'tool'] as const;
export type Kind = (typeof KINDS)[number];

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

export type ClickPlatform = Device;

/** Why a click was not stored. A click is stored, waiting or lost, never two of these. */
export const LOSSES = ['buffer_full', 'store_failed', 'store_timeout', 'stopped'] as const;
export type Loss = (typeof LOSSES)[number];
