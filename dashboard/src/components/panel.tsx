import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: string;
  /** How the title is shown, where that is more than words. */
  readonly heading?: ReactNode;
  /** What it is about, in a sentence. */
  readonly lead?: string | undefined;
  /** What can be done with it, at the right of the title. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a page, on a card of its own. */
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
          {lead !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
