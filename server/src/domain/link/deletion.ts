import type { LinkState } from './link-state.ts';

const DAY_MS = 86_400_000;

/** What decides whether a link can be restored. */
interface Deletable {
  readonly state: LinkState;
  /**
   * Until when a deleted link can be restored, in milliseconds since 1970-01-01 UTC; null: it is not deleted, or its
   * content is removed.
   */
  readonly restorableUntil: number | null;
}

export function deletedLink<Link extends Deletable>(
  link: Link,
  now: number,
  restoreDays: number,
): Link {
  return { ...link, state: 'deleted', restorableUntil: now + restoreDays * DAY_MS };
}

/** A link that is as it was before it was deleted. */
export function restoredLink<Link extends Deletable>(link: Link, state: LinkState): Link {
  return { ...link, state, restorableUntil: null };
}

/** Why a deleted link cannot be restored, for people; undefined: it can be. */
export function finalReason({ restorableUntil }: Deletable, now: number): string | undefined {
  if (restorableUntil === null) return 'its content has been removed';
  if (now < restorableUntil) return undefined;
  return `this was possible until ${new Date(restorableUntil).toISOString()}`;
}
