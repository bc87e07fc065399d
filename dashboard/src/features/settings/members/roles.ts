import type { Role } from '../../../api/types.ts';

/** From the one that may do most to the one that may do least. */
export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
