import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useMay } from '../api/session.ts';
import type { Role } from '../api/types.ts';
import { shared as texts } from '../texts/shared.ts';
import { DisabledButton } from './disabled-button.tsx';

interface RoleButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** The lowest role that can use the button. */
  readonly needs: Role;
}

/** A button that is disabled, with an explanation, if the role of the user is too low. */
export function RoleButton({ needs, onClick, ...props }: RoleButtonProps) {
  if (useMay(needs)) return <Button {...props} onClick={onClick} />;
  return <DisabledButton {...props} reason={texts.needsRole(texts.roles[needs])} />;
}
