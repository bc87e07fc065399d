import { Box, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Role } from '../api/types.ts';
import { useMay } from '../api/session.ts';
import * as texts from '../texts/texts.ts';

interface AllowedProps {
  readonly role: Role;
  /** A control that is disabled where the role is too low. */
  readonly children: ReactNode;
}

/** Says which role a control takes, to those who have not got it. */
export function Allowed({ role, children }: AllowedProps) {
  const may = useMay(role);
  return (
    <Tooltip label={texts.needsRole(texts.roles[role])} disabled={may}>
      <Box component="span" display="inline-block">
        {children}
      </Box>
    </Tooltip>
  );
}
