import { links as linksTexts } from '../../../texts/links.ts';

interface TagOption {
  readonly value: string;
  readonly label: string;
}

/** An invisible character that is as wide as a digit; browsers do not collapse several of them. */
const INDENT = '\u2007\u2007';

/** Tags as a tree: `campaign/spring` is below `campaign/`, which stands for all of them. */
export function tagOptions(tags: readonly string[]): TagOption[] {
  const values = new Set<string>();
  for (const tag of tags) {
    for (let at = tag.indexOf('/', 1); at !== -1; at = tag.indexOf('/', at + 1)) {
      values.add(tag.slice(0, at + 1));
    }
    values.add(tag);
  }
  return [...values].toSorted(byPath).map((value) => ({ value, label: labelOf(value) }));
}

/** A group comes before its tags, and right after the tag with its name. */
function byPath(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  const at = x.findIndex((part, index) => part !== y[index]);
  if (at === -1) return x.length - y.length;
  const other = y[at];
  return other !== undefined && (x[at] ?? '') < other ? -1 : 1;
}

/** How a tag or a group is shown in the list and in the field. */
export function labelOf(value: string): string {
  const isGroup = value.length > 1 && value.endsWith('/');
  const depth = value.split('/').length - (isGroup ? 2 : 1);
  const name = isGroup ? linksTexts.allBelow(value) : value;
  return INDENT.repeat(depth) + name;
}
