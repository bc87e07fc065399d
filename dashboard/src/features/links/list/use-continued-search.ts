import { useEffect, useState } from 'react';
import type { LinkPages } from './links-query.ts';

/**
 * Loads page after page while the end of the list is visible: the next pages of a long list, and all pages of a
 * search with few results. The user can stop and resume it.
 */
export function useContinuedSearch(pages: LinkPages, isEndVisible: boolean) {
  const [stopped, setStopped] = useState(false);
  const loaded = pages.data?.pages.length;
  const { hasNextPage, isFetching, isPlaceholderData, isError, fetchNextPage } = pages;
  const due =
    isEndVisible && hasNextPage && !isFetching && !isPlaceholderData && !isError && !stopped;
  useEffect(() => {
    if (due) void fetchNextPage();
    // On a busy computer, a page can arrive before the rendering that shows its request. Then `due` remains true.
  }, [due, loaded, fetchNextPage]);
  return { stopped, stop: () => setStopped(true), resume: () => setStopped(false) };
}
export type ContinuedSearch = ReturnType<typeof useContinuedSearch>;
