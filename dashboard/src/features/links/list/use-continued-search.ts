import { useEffect, useState } from 'react';

interface Pages {
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
  readonly goOn: () => void;
}

/**
 * Asks for page after page while the end of what is there can be seen: the next ones of a long list,
 * and all those of a search that the service answers with few links or none at a time.
 */
export function useContinuedSearch(pages: Pages, endInSight: boolean): ContinuedSearch {
  const [stopped, setStopped] = useState(false);
  const { hasNextPage, isFetching, isPlaceholderData, isError, fetchNextPage } = pages;
  const due =
    endInSight && hasNextPage && !isFetching && !isPlaceholderData && !isError && !stopped;
  useEffect(() => {
    if (due) fetchNextPage();
  }, [due, fetchNextPage]);
  return { stopped, stop: () => setStopped(true), goOn: () => setStopped(false) };
}
