import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

interface PanelProps {
  readonly title: string;
  /** Shown instead of the title, for example with an icon. */
  readonly heading?: ReactNode;
  /** A sentence about the content. */
  readonly lead?: string | undefined;
  /** Buttons to the right of the title. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A section of a page, as a card. */
export function Panel({ title, heading, lead, action, className = '', children }: PanelProps) {
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={title}
      className={className}
    >
      <Stack gap="md">
        <div>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Title order={2}>{heading ?? title}</Title>
            <div style={{ flex: 'none' }}>{action}</div>
          </Group>
          {lead !== undefined && <Hint mt={4}>{lead}</Hint>}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
