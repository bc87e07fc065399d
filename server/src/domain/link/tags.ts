import { Type } from 'typebox';
import type { Issue } from '../text/issue.ts';
import { labelIssue } from '../text/text.ts';

export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 64;

export const TagsSchema = Type.Array(Type.String({ minLength: 1, maxLength: MAX_TAG_LENGTH }), {
  maxItems: MAX_TAGS,
  uniqueItems: true,
  description: 'Tags for searching, case-sensitive.',
});

/** Errors that the schema cannot detect. */
export function tagIssues(tags: readonly unknown[], at: string): Issue[] {
  return tags.slice(0, MAX_TAGS).flatMap((tag, index) => {
    const detail = typeof tag === 'string' ? labelIssue(tag) : undefined;
    return detail === undefined ? [] : [{ pointer: `${at}/${index}`, detail }];
  });
}
