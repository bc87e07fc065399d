import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { stayOpen } from './confirm.tsx';
import { SECRET_REQUEST } from './secret-request.ts';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface ShownOnceProps<Created> extends DialogProps {
  readonly title: string;
  /** The form that creates the resource. Its request has the key `SECRET_REQUEST`. */
  readonly form: (onCreated: (created: Created) => void) => ReactNode;
  readonly createdTitle: (created: Created) => string;
  readonly children: (created: Created) => ReactNode;
  /** The label of the only button, such as "I have saved the token". */
  readonly done: string;
  readonly onDone?: (created: Created) => void;
}

/** Two dialogs: a form that creates a resource with a secret, then the secret, which is shown only once. */
export function ShownOnce<Created>(props: ShownOnceProps<Created>) {
  const { opened, onClose, title, form, createdTitle, children, done, onDone } = props;
  const [created, setCreated] = useState<Created>();
  const isShown = useRef(false);
  const queries = useQueryClient();
  // Asked at the event: a rendered state is older than the request for a moment.
  const isBusy = (): boolean => queries.isMutating({ mutationKey: SECRET_REQUEST }) > 0;
  // Neither the response may get lost nor the secret.
  const mustStay = (): boolean => isShown.current || isBusy();
  useBlocker({
    shouldBlockFn: mustStay,
    enableBeforeUnload: mustStay,
    disabled: !opened && created === undefined,
  });
  const show = (result: Created): void => {
    isShown.current = true;
    setCreated(result);
  };
  const finish = (): void => {
    // What `onDone` opens is not blocked.
    isShown.current = false;
    onClose();
    setCreated(undefined);
    if (created !== undefined) onDone?.(created);
  };
  return (
    <>
      <Modal
        opened={opened && created === undefined}
        onClose={() => {
          if (!isBusy()) onClose();
        }}
        title={title}
        centered
      >
        {form(show)}
      </Modal>
      <LockedDialog
        opened={created !== undefined}
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
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog that cannot be closed by accident, because its content cannot be shown again. */
function LockedDialog({ opened, title, children }: LockedDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={stayOpen}
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
