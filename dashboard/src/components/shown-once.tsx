import { Button, Group, Modal, Stack } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';

interface ShownOnceProps<Created> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The form that creates the resource. */
  readonly form: (onCreated: (created: Created) => void) => ReactNode;
  readonly createdTitle: (created: Created) => string;
  /** Shows the result. */
  readonly children: (created: Created) => ReactNode;
  /** The label of the only button, such as "I have saved the token". */
  readonly done: string;
  readonly onDone?: (created: Created) => void;
}

/** Two dialogs: a form that creates a resource with a secret, then the secret, which is shown only once. */
export function ShownOnce<Created>(props: ShownOnceProps<Created>) {
  const { opened, onClose, title, form, createdTitle, children, done, onDone } = props;
  const [created, setCreated] = useState<Created>();
  const isFinished = useRef(false);
  const finish = (): void => {
    // What `onDone` opens is not blocked.
    isFinished.current = true;
    onClose();
    setCreated(undefined);
    if (created !== undefined) onDone?.(created);
  };
  return (
    <>
      <Modal opened={opened && created === undefined} onClose={onClose} title={title} centered>
        {form((result) => {
          isFinished.current = false;
          setCreated(result);
        })}
      </Modal>
      <LockedDialog
        opened={created !== undefined}
        mayLeave={() => isFinished.current}
        title={created === undefined ? '' : createdTitle(created)}
      >
        {created !== undefined && children(created)}
        <Group justify="flex-end">
          <Button onClick={finish}>{done}</Button>
        </Group>
      </LockedDialog>
    </>
  );
}

interface LockedDialogProps {
  readonly opened: boolean;
  /** May another page be opened? */
  readonly mayLeave: () => boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog that cannot be left by accident, because its content cannot be shown again. */
function LockedDialog({ opened, mayLeave, title, children }: LockedDialogProps) {
  useBlocker({ shouldBlockFn: () => !mayLeave(), disabled: !opened });
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
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}
