import type { Refused } from '../text/issue.ts';
import type { LinkState } from './link-state.ts';
import type { LinksEdit } from './links-change.ts';
import { MAX_TAGS } from './tags.ts';

/** The fields that a change of many links can change, besides routes. */
interface EditableLink {
  readonly tags: readonly string[];
  readonly state: LinkState;
}

/** Returns a link after a change of many links. Pointers of errors are those of the link. */
export function editedLink<Link extends EditableLink>(
  link: Link,
  { addTags, removeTags, state = link.state }: LinksEdit,
): Link | Refused {
  const kept = link.tags.filter((tag) => !removeTags.includes(tag));
  const tags = [...kept, ...addTags.filter((tag) => !kept.includes(tag))];
  // A link that has too many for other reasons can still lose some.
  if (tags.length > Math.max(MAX_TAGS, link.tags.length)) {
    const detail = `would have ${tags.length} entries; at most ${MAX_TAGS} are allowed`;
    return { issues: [{ pointer: '/tags', detail }] };
  }
  return { ...link, tags, state };
}
