import { readPeriod, type Period, type PeriodRequest } from '../../domain/click/period.ts';
import { fail, orRefuse } from '../../problem.ts';
import type { Clicks } from '../../storage/clicks/clicks.ts';
import type { Context } from '../context.ts';

/**
 * The click store.
 * @throws `clicks_off`
 */
export function clicksOf({ clicks }: Context): Clicks {
  return clicks ?? fail('clicks_off', 'This service does not record clicks (CLICKS=off).');
}

/**
 * The click store, with all clicks that this process recorded before the call, unless the store takes longer than
 * two seconds.
 * @throws `clicks_off`
 */
export async function settledClicks(ctx: Context): Promise<Clicks> {
  const clicks = clicksOf(ctx);
  await clicks.settle();
  return clicks;
}

/**
 * The period of a request without points in time, whose unit does not matter. `isExact`: as for `readPeriod`.
 * @throws `validation_failed`
 */
export function periodOf({ now }: Context, request: PeriodRequest, isExact = false): Period {
  // The unit only has to be one that is possible for any period.
  return orRefuse(readPeriod({ ...request, unit: 'month' }, { now: now(), isExact }));
}
