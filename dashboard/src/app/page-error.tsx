import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { checkConnection, onServiceReturn } from '../api/connection.ts';
import { isProblem } from '../api/problem.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import * as texts from '../texts/texts.ts';
import { NotFound } from '../components/not-found.tsx';

/** Messages of browsers if a part of the dashboard cannot be loaded. */
const NO_CODE = /dynamically imported module|module script/i;

export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const queries = useQueryClient();
  // A newer version of the service has other files; reloading the page loads their names.
  const outdated = error instanceof Error && NO_CODE.test(error.message);
  const retry = (): void => {
    if (outdated) return location.reload();
    void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    void router.invalidate();
  };
  const serviceReturned = useEffectEvent(retry);
  useEffect(() => onServiceReturn(() => serviceReturned()), []);
  useEffect(() => {
    if (outdated) void checkConnection();
  }, [outdated]);
  if (isProblem(error, 'not_found')) return <NotFound />;
  return (
    <Box maw={640} mx="auto" mt="xl" p="md">
      <ErrorAlert error={outdated ? new Error(texts.outdated) : error} retry={retry} />
    </Box>
  );
}
