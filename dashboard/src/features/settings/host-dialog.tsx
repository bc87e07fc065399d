import { Button, Group, Modal, Text } from '@mantine/core';
import { setup as setupTexts } from '../../texts/setup.ts';
import * as texts from '../../texts/texts.ts';

export type HostQuestion =
  | { readonly kind: 'first'; readonly host: string }
  | { readonly kind: 'remove'; readonly host: string; readonly last: boolean };

interface HostDialogProps {
  readonly question: HostQuestion | undefined;
  readonly onClose: () => void;
  readonly onAdd: () => void;
  readonly onRemove: (host: string) => void;
}

/** Asks before links stop to open under a name. */
export function HostDialog({ question, onClose, onAdd, onRemove }: HostDialogProps) {
  const words = setupTexts.hosts;
  const removes = question?.kind === 'remove';
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      centered
      title={removes ? words.removeTitle(question.host) : words.firstTitle}
    >
      <Text size="sm">
        {removes
          ? words.removeText(question.host, question.last)
          : words.firstText(question?.host ?? '')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        {removes ? (
          <Button color="red" onClick={() => onRemove(question.host)}>
            {texts.remove}
          </Button>
        ) : (
          <Button onClick={onAdd}>{texts.add}</Button>
        )}
      </Group>
    </Modal>
  );
}
