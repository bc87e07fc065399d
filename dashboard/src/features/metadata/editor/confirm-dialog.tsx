import { Button, Group, Modal, Text } from '@mantine/core';
import * as texts from '../../../texts/texts.ts';

/** Something that is to be asked first. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** It takes away what is there. */
  readonly takesAway: boolean;
  readonly act: () => void;
}

export function ConfirmDialog({
  question,
  onClose,
}: {
  readonly question: Question | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={question !== undefined} onClose={onClose} title={question?.title} centered>
      <Text size="sm">{question?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button
          {...(question?.takesAway && { color: 'red.9' })}
          onClick={() => {
            onClose();
            question?.act();
          }}
        >
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
