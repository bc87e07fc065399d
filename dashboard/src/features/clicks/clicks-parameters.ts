/** What clicks are counted by, and can be filtered by. */
export const DIMENSIONS = [
  'referrer',
  'country',
  'platform',
  'browser',
  'in_app',
  'language',
  'campaign',
  'source',
  'medium',
  'outcome',
  'kind',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The parameters of a page of clicks in the page address. */
export const CLICK_PARAMETERS = [
  'range',
  'from',
  'to',
  'zone',
  'unit',
  'compare',
  'show',
  ...DIMENSIONS,
] as const;

/** The parameters as they are in the address; `readView` checks them. */
export type ClicksSearch = {
  readonly [Name in (typeof CLICK_PARAMETERS)[number]]?: string | undefined;
};
