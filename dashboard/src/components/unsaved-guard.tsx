import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import * as texts from '../texts/texts.ts';

/** Asks before unsaved changes are left behind, by a link, by "back" or by closing the tab. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={texts.unsavedTitle}
      centered
    >
      <Text size="sm">{texts.unsavedText}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          {texts.unsavedLeave}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {texts.unsavedStay}
        </Button>
      </Group>
    </Modal>
  );
}
