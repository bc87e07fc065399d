import { Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

/** Something that one should know and that is no fault of what was typed. */
export function Attention({ text }: { readonly text: string }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" align="center">
      <TriangleAlert
        size={14}
        color="var(--mantine-color-orange-filled)"
        style={{ flex: 'none' }}
        aria-hidden
      />
      <Text span size="sm">
        {text}
      </Text>
    </Group>
  );
}
