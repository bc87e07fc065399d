import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface PageOptions {
  readonly query: { readonly cursor: string | undefined };
  readonly signal: AbortSignal;
}

/** The query for a list, page by page. `read` requests a page, which names the cursor of the next one. */
export function pagedQuery<Page extends { readonly next_cursor: string | null }>(
  queryKey: QueryKey,
  read: (options: PageOptions) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }: Page) => next ?? undefined,
  });
}
