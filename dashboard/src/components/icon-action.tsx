import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';

interface IconActionProps
  extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  /** The text of the tooltip; and the name of the button, unless `aria-label` says more. */
  readonly label: string;
}

/** A button with only an icon, which a tooltip explains. */
export function IconAction({ label, ...props }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...props} />
    </Tooltip>
  );
}
