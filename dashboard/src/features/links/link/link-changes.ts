import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { LinkChange } from '../../../api/schema.ts';
import type { Link } from '../../../api/types.ts';
import { fieldChanges, isAbout } from '../../../lib/field-changes.ts';
import type { Change } from '../../../lib/json-diff.ts';
import type { LinkAnswer } from './link-query.ts';

const LINK = 'smartlinks/{code}';

/** Someone else changed the same part since it was read. */
export class StaleLink extends Error {
  override readonly name = 'StaleLink';
  readonly now: LinkAnswer;
  readonly theirs: readonly Change[];

  constructor(now: LinkAnswer, theirs: readonly Change[]) {
    super('The link was changed by someone else.');
    this.now = now;
    this.theirs = theirs;
  }
}

/** Reads a link for a change of a field. Fails with `StaleLink` if the field is not as the list shows it. */
export async function readAsShown(
  app: string,
  shown: Link,
  field: keyof Link,
): Promise<LinkAnswer> {
  const now = await call('GET', LINK, { app, params: { code: shown.code } });
  if (now.data[field] === shown[field]) return now;
  throw new StaleLink(now, fieldChanges({ ...shown }, { ...now.data }));
}

const MAX_ATTEMPTS = 4;

/**
 * Changes a link. Changes by someone else to other parts are kept. If someone else changed the same part, it
 * fails with `StaleLink` and changes nothing.
 */
export async function changeLink(
  app: string,
  base: LinkAnswer,
  change: LinkChange,
): Promise<LinkAnswer> {
  const params = { code: base.data.code };
  let against = base;
  for (let tries = 1; ; tries++) {
    try {
      return await call('PATCH', LINK, { app, params, body: change, ifMatch: against.etag });
    } catch (error) {
      if (!isProblem(error, 'precondition_failed')) throw error;
      against = await call('GET', LINK, { app, params });
      const theirs = changed(base, against);
      if (tries === MAX_ATTEMPTS || theirs.some((found) => isAbout({ ...change }, found))) {
        throw new StaleLink(against, theirs);
      }
    }
  }
}

/** Deletes a link and returns it, or fails with `StaleLink` if it has changed since it was read. */
export async function deleteLink(app: string, base: LinkAnswer): Promise<LinkAnswer> {
  const params = { code: base.data.code };
  try {
    await call('DELETE', LINK, { app, params, ifMatch: base.etag });
  } catch (error) {
    if (!isProblem(error, 'precondition_failed')) throw error;
    const now = await call('GET', LINK, { app, params });
    throw new StaleLink(now, changed(base, now));
  }
  return call('GET', LINK, { app, params });
}

/** Redemptions do not count as changes. */
function changed({ data: before }: LinkAnswer, { data: after }: LinkAnswer): Change[] {
  return fieldChanges({ ...before, redemptions: null }, { ...after, redemptions: null });
}
