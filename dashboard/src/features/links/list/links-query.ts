import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import type { LinkPage } from '../../../api/types.ts';
import { PAGE_SIZE, searchQuery, type ListSearch } from './list-search.ts';

/** The links that fit, page after page. What was there before stays to be seen while it is asked. */
export function linksQuery(app: string, search: ListSearch) {
  const wanted = searchQuery(search);
  return infiniteQueryOptions({
    queryKey: ['links', app, wanted],
    queryFn: ({ pageParam, signal }) =>
      get<LinkPage>('smartlinks', {
        app,
        query: { ...wanted, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: LinkPage) => page.next_cursor ?? undefined,
    // Of another app nothing is shown, not for a moment.
    placeholderData: (before, query) => (query?.queryKey[1] === app ? before : undefined),
    // Asking anew asks for every page that is there.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Tags of the app that begin with or have these letters, at most 100. */
export function tagsQuery(app: string, letters: string) {
  return queryOptions({
    queryKey: ['tags', app, letters],
    queryFn: ({ signal }) =>
      get<{ readonly tags: readonly string[] }>('tags', { app, query: { q: letters }, signal }),
    staleTime: 30_000,
  });
}
