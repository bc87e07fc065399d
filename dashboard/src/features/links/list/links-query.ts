import { useDebouncedValue } from '@mantine/hooks';
import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { useApp } from '../../../api/session.ts';
import { PAGE_SIZE, searchQuery, type ListSearch } from './list-search.ts';

const TYPING_MS = 150;

/** The matching links, page by page. The previous result stays visible while a new one loads. */
export function linksQuery(app: string, search: ListSearch) {
  const wanted = searchQuery(search);
  return infiniteQueryOptions({
    ...pagedQuery(['links', app, wanted], ({ query, signal }) =>
      get('smartlinks', { app, query: { ...wanted, limit: PAGE_SIZE, ...query }, signal }),
    ),
    // Links of another app are never shown.
    placeholderData: (before, query) => (query?.queryKey[1] === app ? before : undefined),
    // A refetch loads every page again.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Tags of the app that contain a text, at most 100, updated while the user types. */
export function useTagSearch(typed: string, enabled: boolean) {
  const app = useApp();
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  return useQuery({
    queryKey: ['tags', app, text],
    queryFn: ({ signal }) => get('tags', { app, query: { q: text || undefined }, signal }),
    staleTime: 30_000,
    enabled,
    placeholderData: keepPreviousData,
  });
}
