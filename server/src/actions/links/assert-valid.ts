import { invalidReason, phaseAt, type Validity } from '../../domain/link/validity.ts';
import { fail } from '../../problem.ts';

/**
 * `now`: milliseconds since 1970-01-01 UTC.
 * @throws `expired`, `too_early`
 */
export function assertValid(validity: Validity, now: number): void {
  const reason = invalidReason(validity, now);
  if (reason === undefined) return;
  const code = phaseAt(validity, now) === 'expired' ? 'expired' : 'too_early';
  fail(code, `The smart link ${reason}.`);
}
