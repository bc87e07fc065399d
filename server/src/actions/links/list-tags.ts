import { scanTags } from '../../storage/link-tags.ts';
import type { Context } from '../context.ts';

/** How many tags are looked at, and how many of them are told. */
const SCANNED_TAGS = 5000;
export const MAX_FOUND_TAGS = 100;

/**
 * The tags of the app's links in alphabetical order, 100 at the most: all, or those that have the
 * text in them, in capital or small letters.
 */
export async function listTags(
  ctx: Context,
  appId: string,
  text: string | undefined,
): Promise<string[]> {
  const wanted = (text ?? '').toLowerCase();
  const known = await scanTags(ctx.db, appId, SCANNED_TAGS);
  return known
    .filter((tag) => tag.toLowerCase().includes(wanted))
    .toSorted()
    .slice(0, MAX_FOUND_TAGS);
}
