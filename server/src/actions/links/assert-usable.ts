import type { LinkState } from '../../domain/link/link-state.ts';
import { invalidReason, phaseAt, type Validity } from '../../domain/link/validity.ts';
import { fail } from '../../problem.ts';

/**
 * Checks that a link is active and valid. `now`: milliseconds since 1970-01-01 UTC.
 * @throws `gone`, `expired`, `too_early`
 */
export function assertUsable(link: Validity & { readonly state: LinkState }, now: number): void {
  if (link.state !== 'active') fail('gone', `The smart link is ${link.state}.`);
  const reason = invalidReason(link, now);
  if (reason === undefined) return;
  const code = phaseAt(link, now) === 'expired' ? 'expired' : 'too_early';
  fail(code, `The smart link ${reason}.`);
}
