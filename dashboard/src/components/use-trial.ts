import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useApp } from '../api/session.ts';
import type { PlatformSettings, Platform, Template } from '../api/types.ts';

/** What to try. `templates` and `platforms` default to those of the app. */
interface TrialRequest {
  readonly uri?: string;
  readonly templates?: readonly Template[];
  readonly platforms?: Partial<Record<Platform, PlatformSettings>>;
}

/** The delay after the last key press, in milliseconds. */
const TYPING_MS = 250;

/**
 * The routes for a URI and the existing links that would get different routes, updated while the user types.
 * `more` compares older links. `request` is undefined if there is nothing to try yet.
 */
export function useTrial(request: TrialRequest | undefined) {
  const app = useApp();
  // As text, so that an equal request is not sent again.
  const latest = request && JSON.stringify(request);
  const [sent] = useDebouncedValue(latest, TYPING_MS);
  const trial = useInfiniteQuery({
    queryKey: ['try', app, sent],
    queryFn: async ({ pageParam, signal }) => {
      const more = pageParam === '' ? {} : { cursor: pageParam };
      const json = JSON.stringify({ ...JSON.parse(sent ?? '{}'), ...more });
      return (await call('POST', 'templates/try', { app, json, signal })).data;
    },
    initialPageParam: '',
    getNextPageParam: ({ links }) => links?.next_cursor ?? undefined,
    enabled: sent !== undefined,
    placeholderData: keepPreviousData,
    // Each pause in typing creates a new query, whose key can have all templates of the app.
    gcTime: 0,
  });
  const idle = latest === undefined;
  const first = trial.data?.pages[0];
  const links = trial.data?.pages.flatMap((page) => page.links ?? []) ?? [];
  return {
    tried: idle || trial.isError ? undefined : (first?.uri ?? undefined),
    warnings: first?.warnings ?? [],
    error: idle ? null : trial.error,
    /** The result belongs to an earlier request. */
    isOutdated: !idle && (trial.isPlaceholderData || latest !== sent),
    pending: trial.isFetching,
    comparedLinks: links.reduce((sum, page) => sum + page.looked_at, 0),
    different: links.flatMap((page) => page.different),
    compared: links.length > 0,
    more: trial.hasNextPage ? () => void trial.fetchNextPage() : undefined,
    morePending: trial.isFetchingNextPage,
  };
}
export type Trial = ReturnType<typeof useTrial>;
