import { Text } from '@mantine/core';
import { Confirm } from '../../../components/confirm.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import * as texts from '../../../texts/texts.ts';

export interface HostToRemove {
  readonly host: string;
  /** Do links open on it now? */
  readonly isActive: boolean;
  /** Is it the last active host? */
  readonly isLast: boolean;
}

interface HostDialogProps {
  readonly toRemove: HostToRemove | undefined;
  readonly onClose: () => void;
  readonly onRemove: (host: string) => void;
}

/** Asks for confirmation before a host is removed. */
export function HostDialog({ toRemove, onClose, onRemove }: HostDialogProps) {
  const words = setupTexts.hosts;
  const { host = '', isActive = false, isLast = false } = toRemove ?? {};
  return (
    <Confirm
      opened={toRemove !== undefined}
      title={words.removeTitle(host)}
      action={texts.remove}
      onConfirm={() => onRemove(host)}
      onClose={onClose}
    >
      <Text size="sm">
        {isActive ? words.removeText(host, isLast) : words.removePendingText(host)}
      </Text>
    </Confirm>
  );
}
