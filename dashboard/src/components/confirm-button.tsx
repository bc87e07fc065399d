import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Role } from '../api/types.ts';
import { Confirm } from './confirm.tsx';
import { RoleButton } from './role-button.tsx';

interface ConfirmButtonProps {
  /** The lowest role that can use the button; by default `owner`. */
  readonly needs?: Role;
  /** The label of the button and of the button that confirms. */
  readonly action: string;
  /** The label for screen readers, which names the resource. */
  readonly name: string;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** The removal; the dialog closes when it has succeeded. */
  readonly mutation: Pick<
    UseMutationResult<unknown, Error, void>,
    'isPending' | 'error' | 'mutate' | 'reset'
  >;
  /** The error is shown elsewhere, not in the dialog. */
  readonly errorShown?: boolean;
}

/** A button that removes something after a confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { needs = 'owner', action, name, title, children, mutation, errorShown = false } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <RoleButton needs={needs} variant="default" size="xs" onClick={open} aria-label={name}>
        {action}
      </RoleButton>
      <Confirm
        opened={isOpen}
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
