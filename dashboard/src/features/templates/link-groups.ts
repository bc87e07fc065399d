import type { DifferentLink } from '../../api/types.ts';

/** Links whose routes would come from the same template. `null`: from none. */
export interface LinkGroupValue {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly links: readonly DifferentLink[];
}

/** Groups links by their templates before and after a change, largest group first. */
export function groupsOf(different: readonly DifferentLink[]): readonly LinkGroupValue[] {
  const groups = new Map<string, DifferentLink[]>();
  for (const link of different) {
    // Names of templates contain no spaces.
    const name = `${link.template_before ?? ''} ${link.template_after ?? ''}`;
    const links = groups.get(name);
    if (links) links.push(link);
    else groups.set(name, [link]);
  }
  return [...groups]
    .map(([name, links]) => ({
      name,
      before: links[0]?.template_before ?? null,
      after: links[0]?.template_after ?? null,
      links,
    }))
    .toSorted((a, b) => b.links.length - a.links.length);
}
