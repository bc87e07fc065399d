/** The tabs of a link's page, by their names in its address. */
export const LINK_TABS = ['overview', 'devices', 'metadata', 'redemptions', 'history'] as const;
export type LinkTab = (typeof LINK_TABS)[number];
