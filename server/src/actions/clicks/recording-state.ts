import { LOSSES, type Loss } from '../../domain/click/click.ts';
import { BATCH_SIZE } from '../../storage/clicks/batch.ts';
import type { Context } from '../context.ts';
import { clicksOf } from './clicks-of.ts';

/** How the clicks of all apps are recorded, since this process started. */
export interface RecordingState {
  /** Why clicks were lost; empty: none were lost. */
  readonly lost: readonly Loss[];
  /** Whether more clicks wait than the store takes at once. */
  readonly behind: boolean;
}

/**
 * Has no numbers: these would disclose the traffic of other apps. Without a backlog, not even whether any clicks wait.
 * @throws `clicks_off`
 */
export function recordingState(ctx: Context): RecordingState {
  const { lost, waiting } = clicksOf(ctx).stats();
  return { lost: LOSSES.filter((loss) => lost[loss] > 0), behind: waiting > BATCH_SIZE };
}
