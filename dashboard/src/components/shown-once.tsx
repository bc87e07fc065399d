import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface ShownOnceProps {
  readonly opened: boolean;
  readonly title: string;
  /** The words of the only way out: "I have kept it". */
  readonly done: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A dialog with what is never shown again: neither a stray click, Escape nor closing the tab loses it. */
export function ShownOnce({ opened, title, done, onDone, children }: ShownOnceProps) {
  useEffect(() => {
    if (!opened) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={title}
      centered
      size="lg"
    >
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button onClick={onDone}>{done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
