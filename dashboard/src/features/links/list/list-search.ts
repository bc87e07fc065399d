import type { LinkPage } from '../../../api/types.ts';

/** What the address of the list asks for; whatever is left out is not asked. */
export interface ListSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly state?: string;
  readonly template?: string;
  readonly sort?: string;
}
export type Filter = 'tag' | 'state' | 'template';

export const STATES = ['active', 'disabled', 'deleted'] as const;
export const PAGE_SIZE = 50;
/** The number of links that the service searches for one page. */
const LOOKED_AT_PER_PAGE = 10_000;

/** The search as the service takes it: words that it does not know are left out. */
export function searchQuery({ q, tag, state, template, sort }: ListSearch): ListSearch {
  const text = q?.trim();
  return {
    ...(text ? { q: text } : {}),
    ...(tag ? { tag } : {}),
    ...(STATES.some((known) => known === state) && state ? { state } : {}),
    ...(template ? { template } : {}),
    ...(sort === 'oldest' ? { sort } : {}),
  };
}

/** The search with one word more, other or less. */
export function withWord(
  search: ListSearch,
  name: keyof ListSearch,
  word: string | null | undefined,
): ListSearch {
  const others = { ...search };
  delete others[name];
  return word ? { ...others, [name]: word } : others;
}

/** Does it show some links only? The order leaves none out. */
export function isNarrowed(search: ListSearch): boolean {
  const { q, ...filters } = searchQuery(search);
  return q !== undefined || filterCount(filters) > 0;
}

export function filterCount(search: ListSearch): number {
  const { tag, state, template } = searchQuery(search);
  return [tag, state, template].filter((word) => word !== undefined).length;
}

/** How many links were looked through at least, in pages that the search did not fill. */
export function lookedThrough(pages: readonly LinkPage[]): number {
  const unfilled = pages.filter(
    ({ smartlinks, next_cursor: next }) => next !== null && smartlinks.length < PAGE_SIZE,
  );
  return unfilled.length * LOOKED_AT_PER_PAGE;
}
