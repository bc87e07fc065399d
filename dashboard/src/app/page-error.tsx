import { Box } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import * as texts from '../texts/texts.ts';
import { NotFound } from '../components/not-found.tsx';

/** Messages of browsers if a part of the dashboard cannot be loaded. */
const NO_CODE = /dynamically imported module|module script/i;

export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  if (isProblem(error, 'not_found')) return <NotFound />;
  // A newer version of the service has other files; reloading the page loads their names.
  const outdated = error instanceof Error && NO_CODE.test(error.message);
  return (
    <Box maw={640} mx="auto" mt="xl" p="md">
      <ErrorAlert
        error={outdated ? new Error(texts.outdated) : error}
        retry={() => (outdated ? location.reload() : void router.invalidate())}
      />
    </Box>
  );
}
