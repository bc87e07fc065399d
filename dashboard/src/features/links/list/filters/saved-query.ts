import { searchQuery, type ListSearch } from '../list-search.ts';
import type { SavedFilter } from './filters-query.ts';

export function savedQuery(search: ListSearch): SavedFilter['query'] {
  const { expires_within_days: days, ...others } = searchQuery(search);
  // It has only known values.
  const known = others as Omit<SavedFilter['query'], 'expires_within_days'>;
  return { ...known, ...(days === undefined ? {} : { expires_within_days: Number(days) }) };
}

export function searchOf(query: SavedFilter['query']): ListSearch {
  const { expires_within_days: days, ...others } = query;
  return { ...others, ...(days === undefined ? {} : { expires_within_days: String(days) }) };
}
