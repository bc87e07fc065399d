import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { checkConnection, onServiceReturn } from '../api/connection.ts';
import { isProblem } from '../api/problem.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { shared as texts } from '../texts/shared.ts';
import { NotFound } from '../components/not-found.tsx';
import { isMissingCode, MissingCode, reloadOnce } from './missing-code.ts';

export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const queries = useQueryClient();
  // A newer version of the service has other files; reloading the page loads their names.
  const outdated = isMissingCode(error);
  const retry = (): void => {
    if (outdated) return location.reload();
    void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    void router.invalidate();
  };
  const serviceReturned = useEffectEvent(retry);
  useEffect(() => onServiceReturn(() => serviceReturned()), []);
  useEffect(() => {
    if (!isMissingCode(error)) return undefined;
    let isLeft = false;
    void checkConnection().then((isUp) => {
      if (isUp && !isLeft && error instanceof MissingCode) reloadOnce(error);
    });
    return () => void (isLeft = true);
  }, [error]);
  if (isProblem(error, 'not_found')) return <NotFound />;
  return (
    <Box maw={640} mx="auto" mt="xl" p="md">
      <ErrorAlert error={outdated ? new Error(texts.outdated) : error} retry={retry} />
    </Box>
  );
}
