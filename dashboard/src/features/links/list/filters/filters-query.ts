import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, get } from '../../../../api/call.ts';
import type { SavedFilters, SavedFiltersChange } from '../../../../api/types.ts';

export type SavedFilter = SavedFilters['filters'][number];

export function filtersQuery(app: string) {
  return queryOptions({
    queryKey: ['filters', app],
    queryFn: ({ signal }) => get('filters', { app, signal }),
  });
}

/** Saves and removes filters; the response has all of them. */
export function useChangeFilters(app: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: SavedFiltersChange) =>
      (await call('PATCH', 'filters', { app, body })).data,
    onSuccess: (filters) => queries.setQueryData(filtersQuery(app).queryKey, filters),
  });
}
