import { scanTags } from '../../storage/link-tags.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';

/** The maximum number of tags to scan. */
const SCANNED_TAGS = 5000;
/** The number of tags in one query. */
const TAGS_AT_A_TIME = 500;
export const MAX_FOUND_TAGS = 100;

/**
 * Returns at most 100 tags of the app's links in alphabetical order, optionally those that contain a text
 * (case-insensitive).
 */
export async function listTags(
  ctx: Context,
  appId: string,
  text: string | undefined,
): Promise<string[]> {
  const wanted = (text ?? '').toLowerCase();
  const found: string[] = [];
  let last = '';
  for (let scanned = 0; scanned < SCANNED_TAGS; scanned += TAGS_AT_A_TIME) {
    const tags = await scanTags(ctx.db, appId, last, TAGS_AT_A_TIME);
    found.push(...tags.filter((tag) => tag.toLowerCase().includes(wanted)));
    last = tags.at(-1) ?? last;
    if (tags.length < TAGS_AT_A_TIME) break;
    await yieldToEventLoop();
  }
  return found.toSorted().slice(0, MAX_FOUND_TAGS);
}
