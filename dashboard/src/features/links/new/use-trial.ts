import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { TriedTemplates, TriedUri } from '../../../api/types.ts';

const PAUSE_MS = 250;
/** How often it is asked for again while another trial of the app runs. */
const MAX_TRIES = 5;

export interface Trial {
  readonly tried: TriedUri | undefined;
  readonly error: unknown;
  /** What is shown belongs to an earlier URI. */
  readonly old: boolean;
}

/** What a new link with this URI would come to, a moment after the last letter. */
export function useTrial(app: string, uri: string): Trial {
  const now = uri.trim();
  const [wanted] = useDebouncedValue(now, PAUSE_MS);
  const trial = useQuery({
    queryKey: ['trial', app, wanted],
    queryFn: async ({ signal }) => {
      const { data } = await call<TriedTemplates>('POST', 'templates/try', {
        app,
        body: { uri: wanted },
        signal,
      });
      return data.uri;
    },
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    retry: (failures, error) => isProblem(error, 'too_many_trials') && failures < MAX_TRIES,
  });
  if (now === '') return { tried: undefined, error: null, old: false };
  return {
    tried: trial.isError ? undefined : (trial.data ?? undefined),
    error: trial.error,
    old: trial.isPlaceholderData || now !== wanted,
  };
}
