import { useInfiniteQuery } from '@tanstack/react-query';
import { isProblem } from '../../../api/problem.ts';
import { sortedDays, withParameter, type ListSearch } from './list-search.ts';
import { linksQuery } from './links-query.ts';

/** Why a list is not in the order of the clicks. */
type Unsorted = 'off' | 'unavailable';

/** The pages of the list. If its links cannot be sorted by clicks, they are sorted by their age. */
export function useLinks(app: string, search: ListSearch) {
  const isByClicks = sortedDays(search) !== undefined;
  const wanted = useInfiniteQuery({
    ...linksQuery(app, search),
    ...(isByClicks ? { retry: false } : {}),
  });
  const unsorted = isByClicks ? reasonOf(wanted.error) : undefined;
  const newest = useInfiniteQuery({
    ...linksQuery(app, withParameter(search, 'sort', null)),
    enabled: unsorted !== undefined,
  });
  return { pages: unsorted === undefined ? wanted : newest, unsorted };
}

function reasonOf(error: Error | null): Unsorted | undefined {
  if (isProblem(error, 'clicks_off')) return 'off';
  return isProblem(error, 'store_unavailable') ? 'unavailable' : undefined;
}
