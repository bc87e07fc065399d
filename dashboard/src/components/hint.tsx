import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary text, such as an explanation. */
export function Hint({ children, ...text }: TextProps & { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" {...text}>
      {children}
    </Text>
  );
}
