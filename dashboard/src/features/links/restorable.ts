import type { Link } from '../../api/types.ts';

type Deletion = Pick<Link, 'state' | 'restorable_until'>;

/** Can a deleted link be restored? `now`: milliseconds since 1970-01-01 UTC. */
export function isRestorable({ state, restorable_until: until }: Deletion, now: number): boolean {
  return state === 'deleted' && until !== null && now < Date.parse(until);
}

/** Is the content of a deleted link removed? */
export function isPurged({ state, restorable_until: until }: Deletion): boolean {
  return state === 'deleted' && until === null;
}
