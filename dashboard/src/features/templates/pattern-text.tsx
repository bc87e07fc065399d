import { Text } from '@mantine/core';
import { partsOf } from './pattern.ts';

/** A pattern with highlighted parameters. */
export function PatternText({ pattern }: { readonly pattern: string }) {
  const parts = partsOf(pattern);
  return (
    <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {parts.length === 0 ? '/' : ''}
      {parts.map(({ kind, text }, index) => (
        // A segment is identified by its position.
        <span key={`${index} ${text}`}>
          {index > 0 && '/'}
          {kind === 'fixed' ? (
            text
          ) : (
            <Text span inherit fw={600} c="var(--mantine-primary-color-light-color)">
              {text}
            </Text>
          )}
        </span>
      ))}
    </Text>
  );
}
