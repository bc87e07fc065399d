/**
 * `disabled` can be enabled again. `deleted` is for good: the record stays as a tombstone, so that
 * its code is never given to another link.
 */
export const LINK_STATES = ['active', 'disabled', 'deleted'] as const;
export type LinkState = (typeof LINK_STATES)[number];
