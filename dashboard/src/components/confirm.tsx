import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import * as texts from '../texts/texts.ts';
import { ErrorAlert } from './error-alert.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly action: string;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost. The way back has the focus. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, busy = false, error, onConfirm, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
