import { firstKeptDay } from '../../../../server/src/domain/click/kept-days.ts';
import type { ClickReport } from '../../api/types.ts';
import { addDays } from './dates.ts';

type Recording = ClickReport['recording'];
type Counted = Pick<ClickReport, 'from' | 'totals' | 'lifetime' | 'recording'>;

/** The previous period; null if some of its counts can be deleted: compared with the rest, all would increase. */
export function comparablePeriod(
  { previous, recording }: Pick<ClickReport, 'previous' | 'recording'>,
  now: number,
): ClickReport['previous'] {
  return previous && isKept(previous.from, recording, now) ? previous : null;
}

/** The UTC date before which the counts of a period can be deleted; undefined if all of its counts are kept. */
export function missingBefore(
  { from, totals, lifetime, recording }: Counted,
  now: number,
): string | undefined {
  // A period with all that was ever counted lacks nothing.
  const hasAll = totals.clicks === lifetime.clicks && totals.other === lifetime.other;
  return hasAll || isKept(from, recording, now) ? undefined : firstKeptDate(recording, now);
}

/** Are all counts since a time kept? */
function isKept(from: string, recording: Recording, now: number): boolean {
  return Date.parse(from) >= Date.parse(firstKeptDate(recording, now));
}

/** Counts are deleted by UTC days. `now`: milliseconds since 1970-01-01 UTC. */
function firstKeptDate({ months }: Recording, now: number): string {
  return addDays('1970-01-01', firstKeptDay(now, months));
}
