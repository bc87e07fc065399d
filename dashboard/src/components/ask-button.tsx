import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../api/session.ts';
import { Allowed } from './allowed.tsx';
import { Confirm } from './confirm.tsx';

interface AskButtonProps {
  /** The word on the button, here and in the dialog. */
  readonly action: string;
  /** The same with what it is about, for those who do not see where the button stands. */
  readonly name: string;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** Does it; the dialog closes when it is done. */
  readonly mutation: Pick<
    UseMutationResult<unknown, Error, void>,
    'isPending' | 'error' | 'mutate' | 'reset'
  >;
  /** Its error is told elsewhere, and not in the dialog. */
  readonly told?: boolean;
}

/** Takes something away from a list that owners keep, after asking. */
export function AskButton(props: AskButtonProps) {
  const { action, name, title, children, mutation, told = false } = props;
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
        error={told ? null : mutation.error}
        onConfirm={() =>
          mutation.mutate(undefined, told ? { onSettled: close } : { onSuccess: close })
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
