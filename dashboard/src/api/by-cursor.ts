/** The options of an infinite query whose pages name the cursor of the next one. */
export const BY_CURSOR = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor: next }: { readonly next_cursor: string | null }) =>
    next ?? undefined,
};
