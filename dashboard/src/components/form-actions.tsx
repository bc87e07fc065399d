import { Button, Group } from '@mantine/core';
import { shared as texts } from '../texts/shared.ts';

interface FormActionsProps {
  /** The label of the button that submits the form. */
  readonly submit: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function FormActions({ submit, busy, onCancel }: FormActionsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" disabled={busy} onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
    </Group>
  );
}
