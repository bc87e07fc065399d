import { Button, Group, Text } from '@mantine/core';
import { links as linksTexts } from '../../texts/links.ts';

/** Time to press "Undo". */
export const UNDO_MS = 12_000;

interface UndoMessageProps {
  readonly message: string;
  /** What "Undo" does, for screen readers. */
  readonly label: string;
  readonly shortcuts?: string;
  /** Undefined: it cannot be undone. */
  readonly onUndo: (() => void) | undefined;
}

/** The content of a toast with "Undo". */
export function UndoMessage({ message, label, shortcuts, onUndo }: UndoMessageProps) {
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0}>
        {message}
      </Text>
      {onUndo && (
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          aria-label={label}
          aria-keyshortcuts={shortcuts}
          onClick={onUndo}
        >
          {linksTexts.undo}
        </Button>
      )}
    </Group>
  );
}
