import { queryOptions } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import type { SetupProgress } from '../../api/types.ts';

/** What is set up in an app. It is not requested again when everything is done. */
export function progressQuery(app: string) {
  return queryOptions({
    queryKey: ['setup', app],
    queryFn: ({ signal }) => get('setup', { app, signal }),
    staleTime: ({ state }) => (state.data !== undefined && hasAll(state.data) ? Infinity : 0),
    // The page is complete without it.
    retry: false,
  });
}

function hasAll({ base, domain, association, newest_link, phone_visit }: SetupProgress): boolean {
  return base && domain && association !== false && newest_link !== null && phone_visit === true;
}
