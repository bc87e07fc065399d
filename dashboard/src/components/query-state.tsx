import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorAlert } from './error-alert.tsx';

interface QueryStateProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;
  /** The height of the outline while the data loads, in pixels. */
  readonly height: number;
}

/** Shown instead of the data: an outline while it loads, or the error. */
export function QueryState({ query, height }: QueryStateProps) {
  if (query.isPending) return <Skeleton height={height} aria-busy />;
  if (!query.isError) return null;
  return <ErrorAlert error={query.error} retry={() => void query.refetch()} />;
}
