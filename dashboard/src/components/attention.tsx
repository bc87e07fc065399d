import { Group, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

/** A warning that is not about the input. */
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
