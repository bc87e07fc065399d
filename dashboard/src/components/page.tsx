import { Box, Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import * as texts from '../texts/texts.ts';

interface PageProps {
  readonly title: string;
  /** What can be done here, at the right of the title. */
  readonly actions?: ReactNode;
  /** Above the title: where this page stands. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
  /** Widest line of it; lists take all there is. */
  readonly width?: number | string;
}

/** The frame of every page behind the sign-in. */
export function Page({ title, actions, above, children, width = 1120 }: PageProps) {
  useDocumentTitle(`${title} · ${texts.product}`);
  return (
    <Box maw={width} mx="auto" w="100%">
      <Stack gap="lg">
        <Stack gap={4}>
          {above}
          <Group justify="space-between" align="center" gap="sm">
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {actions !== undefined && <Group gap="xs">{actions}</Group>}
          </Group>
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}
