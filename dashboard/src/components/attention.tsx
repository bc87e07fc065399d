import { Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

/** A warning, in one line of text with an icon. */
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
