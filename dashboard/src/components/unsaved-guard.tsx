import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { shared as texts } from '../texts/shared.ts';
import { isDiscarding } from './reload-page.ts';
import { useTopLayer } from './use-top-layer.ts';

/** The guards with unsaved changes. If a page has several, only the first one asks. */
const unsavedParts = new Set<string>();

/** Asks for confirmation before the user follows a link, goes back or closes the tab with unsaved changes. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return undefined;
    unsavedParts.add(id);
    return () => void unsavedParts.delete(id);
  }, [id, unsaved]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && formAt(current) !== formAt(next) && [...unsavedParts][0] === id,
    enableBeforeUnload: () => unsaved && !isDiscarding(),
    withResolver: true,
  });
  const asks = status === 'blocked';
  const stay = (): void => reset?.();
  useTopLayer(asks, stay);
  return (
    <Modal
      opened={asks}
      onClose={stay}
      title={texts.unsavedTitle}
      centered
      // Above other dialogs and menus, which can still be open.
      zIndex={300}
    >
      <Text size="sm">{texts.unsavedText}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          {texts.unsavedLeave}
        </Button>
        <Button onClick={stay} data-autofocus>
          {texts.unsavedStay}
        </Button>
      </Group>
    </Modal>
  );
}

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Other search parameters, such as the tab of a page, leave its forms as they are. */
function formAt({ pathname, search }: Place): string {
  const { copy, example } = search as Readonly<Record<string, unknown>>;
  return JSON.stringify([pathname, copy, example]);
}
