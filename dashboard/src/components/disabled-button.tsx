import { Box, Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ComponentProps } from 'react';

interface DisabledButtonProps
  extends ButtonProps, Omit<ComponentProps<'button'>, keyof ButtonProps | 'onClick'> {
  readonly reason: string;
}

/** A button that says why it cannot be used. The keyboard reaches it, and with it the reason. */
export function DisabledButton({ reason, ...props }: DisabledButtonProps) {
  const id = useId();
  return (
    <Tooltip label={reason}>
      {/* A tooltip replaces the description of its own element. */}
      <Box component="span" display="inline-block">
        <Button {...props} data-disabled aria-disabled aria-describedby={id} />
        <VisuallyHidden id={id}>{reason}</VisuallyHidden>
      </Box>
    </Tooltip>
  );
}
