import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../api/session.ts';
import { Allowed } from './allowed.tsx';
import { Confirm } from './confirm.tsx';

interface ConfirmButtonProps {
  /** The word on the button, here and in the dialog. */
  readonly action: string;
  /** A label that names the resource, for screen readers. */
  readonly name: string;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** Does it; the dialog closes when it is done. */
  readonly mutation: Pick<
    UseMutationResult<unknown, Error, void>,
    'isPending' | 'error' | 'mutate' | 'reset'
  >;
  /** The error is shown elsewhere, not in the dialog. */
  readonly errorShown?: boolean;
}

/** Takes something away from a list that owners keep, after asking. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { action, name, title, children, mutation, errorShown = false } = props;
  const may = useMay('owner');
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Allowed role="owner">
        <Button variant="default" size="xs" disabled={!may} onClick={open} aria-label={name}>
          {action}
        </Button>
      </Allowed>
      <Confirm
        opened={asking}
        title={title}
        action={action}
        busy={mutation.isPending}
        error={errorShown ? null : mutation.error}
        onConfirm={() =>
          mutation.mutate(undefined, errorShown ? { onSettled: close } : { onSuccess: close })
        }
        onClose={() => {
          mutation.reset();
          close();
        }}
      >
        {children}
      </Confirm>
    </>
  );
}
