import { Box, Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useMay } from '../api/session.ts';
import type { Role } from '../api/types.ts';
import * as texts from '../texts/texts.ts';

interface RoleButtonProps extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps> {
  /** The lowest role that can use the button. */
  readonly needs: Role;
}

/** A button that is disabled, with an explanation, if the role of the user is too low. */
export function RoleButton({ needs, ...props }: RoleButtonProps) {
  const may = useMay(needs);
  return (
    <Tooltip label={texts.needsRole(texts.roles[needs])} disabled={may}>
      <Box component="span" display="inline-block">
        <Button {...props} disabled={!may} />
      </Box>
    </Tooltip>
  );
}
