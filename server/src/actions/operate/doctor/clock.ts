import { durationText } from '../../../domain/text/duration-text.ts';
import { clockLead } from '../../../storage/deletion-time.ts';
import type { Context } from '../../context.ts';
import { warning, type Finding } from './finding.ts';

const MAX_DIFFERENCE_MS = 2000;
/** In seconds: those of two minutes are shown as seconds, and so on. */
const UNITS = [86_400, 3600, 60];

/** Compares the clock of this machine with that of the database. */
export async function examineClock({ db }: Context): Promise<Finding[]> {
  const lead = await clockLead(db);
  if (Math.abs(lead) <= MAX_DIFFERENCE_MS) return [];
  const seconds = Math.floor(Math.abs(lead) / 1000);
  const unit = UNITS.find((size) => seconds >= 2 * size) ?? 1;
  const difference = durationText(seconds - (seconds % unit));
  return [
    warning(
      `the clock of this machine is ${difference} ${lead > 0 ? 'ahead of' : 'behind'} that of the database`,
      'synchronize the clocks of all machines, for example with NTP: they decide when links begin and end, and the times of clicks',
    ),
  ];
}
