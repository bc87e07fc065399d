/** The tabs of the page of a link, by their names in the address. */
export const LINK_TABS = [
  'overview',
  'clicks',
  'devices',
  'metadata',
  'redemptions',
  'history',
] as const;
export type LinkTab = (typeof LINK_TABS)[number];
