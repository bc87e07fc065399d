import { Box } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { Trouble } from '../components/trouble.tsx';
import { NotFound } from './not-found.tsx';

export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  if (isProblem(error, 'not_found')) return <NotFound />;
  return (
    <Box maw={640} mx="auto" mt="xl" p="md">
      <Trouble error={error} retry={() => void router.invalidate()} />
    </Box>
  );
}
