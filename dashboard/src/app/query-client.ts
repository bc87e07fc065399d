import { QueryClient } from '@tanstack/react-query';
import { isProblem } from '../api/problem.ts';

/** Answers below 500 stay what they are however often one asks. */
function worthAnotherTry(failures: number, error: Error): boolean {
  if (isProblem(error) && error.status > 0 && error.status < 500) return false;
  return failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthAnotherTry, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
