import type { LinkPage } from '../../../api/types.ts';

/** The search and the filters in the address of the list. */
export interface ListSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly state?: string;
  readonly template?: string;
  readonly validity?: string;
  readonly expires_within_days?: string;
  readonly sort?: string;
}

export const VALIDITIES = ['scheduled', 'valid', 'expired'] as const;
/** The periods of the filter; an address can have others. */
export const EXPIRY_DAYS = ['7', '30'] as const;
const MAX_EXPIRY_DAYS = 3650;
export const STATES = ['active', 'disabled', 'deleted'] as const;
export const PAGE_SIZE = 50;

/** The days whose clicks sort the list, by the name of the order. */
const CLICK_DAYS = { clicks_7d: 7, clicks_30d: 30 } as const;
export type ClickDays = 7 | 30;
const SHOWN_DAYS: ClickDays = 30;

/** The days whose clicks sort the list; undefined: it has another order. */
export function sortedDays({ sort }: ListSearch): ClickDays | undefined {
  return Object.entries(CLICK_DAYS).find(([name]) => name === sort)?.[1];
}

export function shownDays(search: ListSearch): ClickDays {
  return sortedDays(search) ?? SHOWN_DAYS;
}

/** The query of the request: unknown values are left out. */
export function searchQuery(search: ListSearch): ListSearch {
  const { q, tag, state, template, validity, expires_within_days: days, sort } = search;
  const text = q?.trim();
  return {
    ...(text ? { q: text } : {}),
    ...(tag ? { tag } : {}),
    ...(STATES.some((known) => known === state) && state ? { state } : {}),
    ...(template ? { template } : {}),
    ...(VALIDITIES.some((known) => known === validity) && validity ? { validity } : {}),
    ...(days !== undefined && isExpiryDays(days) ? { expires_within_days: days } : {}),
    ...(sort !== undefined && isSort(sort) ? { sort } : {}),
  };
}

function isExpiryDays(days: string): boolean {
  return /^[1-9]\d{0,3}$/.test(days) && Number(days) <= MAX_EXPIRY_DAYS;
}

/** Is this an order besides the default? */
function isSort(sort: string): boolean {
  return sort === 'oldest' || Object.hasOwn(CLICK_DAYS, sort);
}

/**
 * Changes the search that the address has now: the one that is shown can be older while the page is rendered, and a change of
 * it would undo the last one.
 */
export type SearchChange = (current: ListSearch) => ListSearch;

export function withParameter(
  search: ListSearch,
  name: keyof ListSearch,
  word: string | null | undefined,
): ListSearch {
  const others = { ...search };
  delete others[name];
  return word ? { ...others, [name]: word } : others;
}

/** What the field for the validity shows: a phase, or the days within which links end. */
export function validityChoice(search: ListSearch): string | null {
  const { validity, expires_within_days: days } = searchQuery(search);
  return days ?? validity ?? null;
}

export function withValidityChoice(search: ListSearch, choice: string | null): ListSearch {
  const days = choice !== null && isExpiryDays(choice) ? choice : null;
  const others = withParameter(search, 'expires_within_days', days);
  return withParameter(others, 'validity', days === null ? choice : null);
}

/** Does the search filter the list? The order does not. */
export function isFiltered(search: ListSearch): boolean {
  const { q, ...filters } = searchQuery(search);
  return q !== undefined || filterCount(filters) > 0;
}

export function filterCount(search: ListSearch): number {
  const { tag, state, template, ...others } = searchQuery(search);
  const { validity, expires_within_days: days } = others;
  return [tag, state, template, validity, days].filter((word) => word !== undefined).length;
}

/** Did the service end a page before it was full? Then it searches many links. */
export function isLongSearch(pages: readonly LinkPage[]): boolean {
  return pages.some(
    ({ smartlinks, next_cursor: next }) => next !== null && smartlinks.length < PAGE_SIZE,
  );
}
