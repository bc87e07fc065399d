import { useEffect, useState } from 'react';

interface Pages {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

export interface ContinuedSearch {
  /** The user stopped the search. */
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}

/**
 * Loads page after page while the end of the list is visible: the next pages of a long list, and all pages of a
 * search with few results.
 */
export function useContinuedSearch(pages: Pages, isEndVisible: boolean): ContinuedSearch {
  const [stopped, setStopped] = useState(false);
  const loaded = pages.data?.pages.length;
  const { hasNextPage, isFetching, isPlaceholderData, isError, fetchNextPage } = pages;
  const due =
    isEndVisible && hasNextPage && !isFetching && !isPlaceholderData && !isError && !stopped;
  useEffect(() => {
    if (due) fetchNextPage();
    // On a busy computer, a page can arrive before the rendering that shows its request. Then `due` remains true.
  }, [due, loaded, fetchNextPage]);
  return { stopped, stop: () => setStopped(true), resume: () => setStopped(false) };
}
