import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

interface ShownOnceProps<Made> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Asks for what it takes to make it. */
  readonly form: (onMade: (made: Made) => void) => ReactNode;
  readonly madeTitle: (made: Made) => string;
  /** Shows what was made. */
  readonly children: (made: Made) => ReactNode;
  /** The words of the only way out: "I have kept it". */
  readonly done: string;
  readonly onDone?: (made: Made) => void;
}

/** Creates something that has a secret and shows the secret once. */
export function ShownOnce<Made>(props: ShownOnceProps<Made>) {
  const { opened, onClose, title, form, madeTitle, children, done, onDone } = props;
  const [made, setMade] = useState<Made>();
  const leave = (): void => {
    onClose();
    setMade(undefined);
    if (made !== undefined) onDone?.(made);
  };
  return (
    <>
      <Modal opened={opened && made === undefined} onClose={onClose} title={title} centered>
        {form(setMade)}
      </Modal>
      <Kept opened={made !== undefined} title={made === undefined ? '' : madeTitle(made)}>
        {made !== undefined && children(made)}
        <Group justify="flex-end">
          <Button onClick={leave}>{done}</Button>
        </Group>
      </Kept>
    </>
  );
}

interface KeptProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** What is in it is never shown again: neither a stray click, Escape nor closing the tab loses it. */
function Kept({ opened, title, children }: KeptProps) {
  useEffect(() => {
    if (!opened) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={title}
      centered
      size="lg"
    >
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}
