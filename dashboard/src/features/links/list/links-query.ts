import { useDebouncedValue } from '@mantine/hooks';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import type { LinkPage } from '../../../api/types.ts';
import {
  PAGE_SIZE,
  searchQuery,
  sortedDays,
  withParameter,
  type ListSearch,
} from './list-search.ts';

/** The pages of the list as far as they are loaded. */
export type LinkPages = UseInfiniteQueryResult<InfiniteData<LinkPage>>;

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
