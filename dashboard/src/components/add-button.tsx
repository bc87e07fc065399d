import { Button, type ButtonProps } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A button that adds an entry to a list in a form. */
export function AddButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Plus size={14} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      {...props}
    />
  );
}
