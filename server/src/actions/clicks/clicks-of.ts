import { fail } from '../../problem.ts';
import type { Clicks } from '../../storage/clicks/clicks.ts';
import type { Context } from '../context.ts';

/**
 * The store of clicks.
 * @throws `clicks_off`
 */
export function clicksOf({ clicks }: Context): Clicks {
  return clicks ?? fail('clicks_off', 'This service does not record clicks (CLICKS=off).');
}
