import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shared as texts } from '../texts/shared.ts';
import { ErrorAlert } from './error-alert.tsx';
import { useTopLayer } from './use-top-layer.ts';

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** The label of the button that confirms. */
  readonly action: string;
  /** False: nothing is lost. */
  readonly danger?: boolean;
  readonly cancel?: string;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before something is lost. The cancel button has the focus. Stays open until a request has ended,
 * because it shows the error.
 */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, danger = true, cancel = texts.cancel } = props;
  const { disabled = false, busy = false, error, onConfirm, onClose } = props;
  const close = busy ? stayOpen : onClose;
  useTopLayer(opened, close);
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button
            {...(danger && { color: 'red' })}
            disabled={disabled}
            loading={busy}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The `onClose` of a dialog whose request has not ended. */
export const stayOpen = (): void => undefined;
