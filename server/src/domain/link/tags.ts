import { Type } from 'typebox';
import { issueAt, type Issue } from '../text/issue.ts';
import { labelIssue } from '../text/text.ts';

export const MAX_TAGS = 20;

export const TagsSchema = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: MAX_TAGS,
  uniqueItems: true,
  description: 'Tags for searching, case-sensitive.',
});

/** Does a condition such as `campaign/` mean the tag `campaign` and all below it, such as `campaign/spring`? */
export function isTagGroup(wanted: string): boolean {
  return wanted.length > 1 && wanted.endsWith('/');
}

/** Does a link with these tags match a condition: exactly this tag, or a group? */
export function hasTag(tags: readonly string[], wanted: string): boolean {
  if (tags.includes(wanted)) return true;
  if (!isTagGroup(wanted)) return false;
  return tags.some((tag) => tag.startsWith(wanted) || tag === wanted.slice(0, -1));
}

/** Errors that the schema cannot detect. */
export function tagIssues(tags: readonly unknown[], at: string): Issue[] {
  return tags
    .slice(0, MAX_TAGS)
    .flatMap((tag, index) => issueAt(`${at}/${index}`, labelIssue(tag)));
}
