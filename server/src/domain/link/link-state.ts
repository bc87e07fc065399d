/**
 * A `disabled` link can be enabled again. A `deleted` link can be restored for some days; its row is kept, so that
 * its code is never reused.
 */
export const LINK_STATES = ['active', 'disabled', 'deleted'] as const;
export type LinkState = (typeof LINK_STATES)[number];
