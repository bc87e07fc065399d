import { Center, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../app/mark.tsx';

/** The frame of the pages in front of the sign-in: one narrow card under the mark. */
export function Door({ children }: { readonly children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} radius="lg" w="100%" maw={420}>
        <Stack gap="lg">
          <Center>
            <Mark size={48} />
          </Center>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
