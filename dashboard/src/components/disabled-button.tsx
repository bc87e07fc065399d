import { Button, Tooltip, type ButtonProps } from '@mantine/core';

interface DisabledButtonProps extends ButtonProps {
  readonly reason: string;
}

/** A button that says why it cannot be used. */
export function DisabledButton({ reason, ...props }: DisabledButtonProps) {
  return (
    <Tooltip label={reason}>
      <Button data-disabled aria-disabled {...props} />
    </Tooltip>
  );
}
