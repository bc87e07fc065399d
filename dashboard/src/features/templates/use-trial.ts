import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { PlatformSettings, Platform, Template, TriedTemplates } from '../../api/types.ts';
import { useApp } from '../../api/session.ts';

/** What to try: left out, templates and platforms are as the app has them. */
export interface TrialRequest {
  readonly uri?: string;
  readonly templates?: readonly Template[];
  readonly platforms?: Partial<Record<Platform, PlatformSettings>>;
}

/** Long enough that a word is typed, short enough that it feels at once. */
const TYPING_MS = 250;

/**
 * What comes out of a URI and which links would come out differently, while one types. Each further
 * page looks at older links. `request` undefined: nothing to try yet.
 */
export function useTrial(request: TrialRequest | undefined) {
  const app = useApp();
  // As text, so that the same request again is no new one.
  const [body] = useDebouncedValue(request && JSON.stringify(request), TYPING_MS);
  const trial = useInfiniteQuery({
    queryKey: ['try', app, body],
    queryFn: async ({ pageParam, signal }) => {
      const more = pageParam === '' ? {} : { cursor: pageParam };
      const wanted = { ...(JSON.parse(body ?? '{}') as TrialRequest), ...more };
      return (await call<TriedTemplates>('POST', 'templates/try', { app, body: wanted, signal }))
        .data;
    },
    initialPageParam: '',
    getNextPageParam: ({ links }) => links?.next_cursor ?? undefined,
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
  const first = trial.data?.pages[0];
  const links = trial.data?.pages.flatMap((page) => page.links ?? []) ?? [];
  return {
    uri: trial.isError ? undefined : (first?.uri ?? undefined),
    warnings: first?.warnings ?? [],
    error: trial.error,
    pending: trial.isFetching,
    lookedAt: links.reduce((sum, page) => sum + page.looked_at, 0),
    different: links.flatMap((page) => page.different),
    compared: links.length > 0,
    more: trial.hasNextPage ? () => void trial.fetchNextPage() : undefined,
    morePending: trial.isFetchingNextPage,
  };
}
export type Trial = ReturnType<typeof useTrial>;
