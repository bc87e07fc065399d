import { MutationCache, QueryClient } from '@tanstack/react-query';
import { onServiceReturn } from '../api/connection.ts';
import { isProblem } from '../api/problem.ts';

/** How often a trial is requested again while another trial of the app runs. */
const MAX_ATTEMPTS = 5;

/**
 * Responses below 500 are not retried, except those that ask to wait. Without a response, the data is loaded again when
 * the service responds.
 */
function shouldRetry(failures: number, error: Error): boolean {
  if (isProblem(error, 'too_many_trials', 'too_many_uploads')) return failures < MAX_ATTEMPTS;
  if (isProblem(error) && error.status < 500) return false;
  return failures < 2;
}

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // The doctor examines settings, tokens, webhooks, members and links, and the audit log has their changes.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['doctor'] });
      void queryClient.invalidateQueries({ queryKey: ['audit'] });
    },
    // The role was lowered by someone else: load it again to disable what it does not allow.
    onError: (error) => {
      if (isProblem(error, 'role_too_low')) {
        void queryClient.invalidateQueries({ queryKey: ['me'] });
      }
    },
  }),
  defaultOptions: {
    // "always": otherwise, requests without a network would wait without an error, and be sent later.
    queries: {
      networkMode: 'always',
      retry: shouldRetry,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

onServiceReturn(() => void queryClient.invalidateQueries());
