import type { Role } from '../../../api/types.ts';

/** From the highest to the lowest role. */
export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];
