import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Link } from '../../../api/types.ts';
import { differences, touches, type Difference } from './differences.ts';
import type { LinkChange } from './link-change.ts';

export type LinkAnswer = Answer<Link>;

export function linkPath(code: string, below = ''): string {
  return `smartlinks/${encodeURIComponent(code)}${below}`;
}

export function linkQuery(app: string, code: string) {
  return queryOptions({
    queryKey: ['link', app, code],
    queryFn: ({ signal }) => call<Link>('GET', linkPath(code), { app, signal }),
  });
}

/** Somebody else changed what is to be changed, since it was read. */
export class StaleLink extends Error {
  override readonly name = 'StaleLink';
  readonly now: LinkAnswer;
  /** What they made different. */
  readonly theirs: readonly Difference[];

  constructor(now: LinkAnswer, theirs: readonly Difference[]) {
    super('Somebody else changed the link.');
    this.now = now;
    this.theirs = theirs;
  }
}

const TRIES = 4;

/**
 * Changes a link as it was read. What somebody else did meanwhile to other parts of it stands in
 * nobody's way; if it is the same part, it fails with `StaleLink`, and nothing is changed.
 */
export async function changeLink(
  app: string,
  base: LinkAnswer,
  change: LinkChange,
): Promise<LinkAnswer> {
  const path = linkPath(base.data.code);
  let against = base;
  for (let tries = 1; ; tries++) {
    try {
      return await call<Link>('PATCH', path, { app, body: change, ifMatch: against.etag });
    } catch (error) {
      if (!isProblem(error, 'precondition_failed')) throw error;
      against = await call<Link>('GET', path, { app });
      const theirs = changed(base, against);
      if (tries === TRIES || theirs.some((difference) => touches({ ...change }, difference))) {
        throw new StaleLink(against, theirs);
      }
    }
  }
}

/** Deletes a link as it was read, or fails with `StaleLink` if it is not that any more. */
export async function deleteLink(app: string, base: LinkAnswer): Promise<void> {
  const path = linkPath(base.data.code);
  try {
    await call('DELETE', path, { app, ifMatch: base.etag });
  } catch (error) {
    if (!isProblem(error, 'precondition_failed')) throw error;
    const now = await call<Link>('GET', path, { app });
    throw new StaleLink(now, changed(base, now));
  }
}

/** Redemptions are no changes of the link. */
function changed({ data: before }: LinkAnswer, { data: after }: LinkAnswer): Difference[] {
  return differences({ ...before, redemptions: null }, { ...after, redemptions: null });
}
