import type { Context } from '../actions/context.ts';
import { removeContents } from '../actions/links/remove-contents.ts';
import { SteppedJob } from './stepped-job.ts';

/** How often links that cannot be restored any more are looked for. */
const CHECK_MS = 60_000;

/** Removes the content of links that were deleted long enough ago, in small transactions. */
export function contentRemover(ctx: Context, onError: (error: unknown) => void): SteppedJob {
  return new SteppedJob((signal) => removeContents(ctx, signal), CHECK_MS, onError);
}
