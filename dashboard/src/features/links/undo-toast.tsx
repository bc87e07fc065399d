import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { links as linksTexts } from '../../texts/links.ts';

/** Time to press "Undo". */
export const UNDO_MS = 12_000;

interface UndoMessageProps {
  readonly message: string;
  /** What "Undo" does, for screen readers. */
  readonly label: string;
  readonly shortcuts?: string;
  readonly onUndo: () => void;
}

/** Shows in a toast that something was done; with `undo`, also how to undo it. */
export function showDone(
  id: string,
  message: string,
  undo?: Pick<UndoMessageProps, 'label' | 'onUndo'>,
): void {
  if (!undo) return void notifications.show({ id, color: 'teal', message });
  const onUndo = (): void => {
    notifications.hide(id);
    undo.onUndo();
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: UNDO_MS,
    message: <UndoMessage message={message} label={undo.label} onUndo={onUndo} />,
  });
}

/** The content of a toast with "Undo". */
export function UndoMessage({ message, label, shortcuts, onUndo }: UndoMessageProps) {
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0}>
        {message}
      </Text>
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
    </Group>
  );
}
