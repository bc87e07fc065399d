import { Button, Group } from '@mantine/core';
import * as texts from '../texts/texts.ts';

interface FormActionsProps {
  /** The label of the button that submits the form. */
  readonly submit: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a form in a dialog. */
export function FormActions({ submit, busy, onCancel }: FormActionsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
    </Group>
  );
}
