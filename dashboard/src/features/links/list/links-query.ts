import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { BY_CURSOR } from '../../../api/by-cursor.ts';
import { get } from '../../../api/call.ts';
import { PAGE_SIZE, searchQuery, type ListSearch } from './list-search.ts';

/** The links that fit, page after page. What was there before stays to be seen while it is asked. */
export function linksQuery(app: string, search: ListSearch) {
  const wanted = searchQuery(search);
  return infiniteQueryOptions({
    queryKey: ['links', app, wanted],
    queryFn: ({ pageParam, signal }) =>
      get('smartlinks', {
        app,
        query: { ...wanted, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    ...BY_CURSOR,
    // Of another app nothing is shown, not for a moment.
    placeholderData: (before, query) => (query?.queryKey[1] === app ? before : undefined),
    // A refetch loads every page again.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Tags of the app that contain this text, at most 100. */
export function tagsQuery(app: string, letters: string) {
  return queryOptions({
    queryKey: ['tags', app, letters],
    queryFn: ({ signal }) => get('tags', { app, query: { q: letters }, signal }),
    staleTime: 30_000,
  });
}
