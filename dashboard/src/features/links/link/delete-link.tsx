import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../../api/session.ts';
import { stayOpen } from '../../../components/confirm.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { cacheLink, reloadLinks } from '../link-cache.ts';
import { isRestorable } from '../restorable.ts';
import { showDone } from '../undo-toast.tsx';
import { Conflict } from './conflict.tsx';
import { useRestoreLink } from './use-restore-link.ts';
import { deleteLink, StaleLink } from './link-changes.ts';
import type { LinkAnswer } from './link-query.ts';

interface DeleteLinkProps {
  readonly answer: LinkAnswer;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a link is deleted and lists the consequences. */
export function DeleteLink({ answer, opened, onClose }: DeleteLinkProps) {
  const app = useApp();
  const queries = useQueryClient();
  const [stale, setStale] = useState<StaleLink>();
  const { code, unique, redemptions } = answer.data;
  const close = (): void => {
    setStale(undefined);
    remove.reset();
    onClose();
  };
  const restore = useRestoreLink();
  const remove = useMutation({
    mutationFn: () => deleteLink(app, stale?.now ?? answer),
    onSuccess: (deleted) => {
      close();
      // A long list takes a while to load again.
      cacheLink(queries, app, deleted);
      reloadLinks(queries, app, code);
      showDone(
        `deleted-${code}-${deleted.data.restorable_until}`,
        linksTexts.deleted(code),
        isRestorable(deleted.data, Date.now())
          ? { label: linksTexts.undoDelete(code), onUndo: () => restore.mutate(code) }
          : undefined,
      );
    },
    onError: (error) => {
      if (!(error instanceof StaleLink)) return;
      setStale(error);
      cacheLink(queries, app, error.now);
    },
  });
  const words = linksTexts.delete;
  return (
    <Modal
      opened={opened}
      onClose={remove.isPending ? stayOpen : close}
      title={words.title}
      centered
    >
      <Stack>
        <Text size="sm">
          <Text span inherit ff="monospace" fw={600}>
            {answer.data.smartlink}
          </Text>{' '}
          {words.lead}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>{words.visitors}</List.Item>
          <List.Item>{words.restore}</List.Item>
          <List.Item>{words.code(code)}</List.Item>
          {unique && <List.Item>{words.uri}</List.Item>}
          <List.Item>{words.stays(redemptions)}</List.Item>
        </List>
        <Hint>{words.instead}</Hint>
        {!(remove.error instanceof StaleLink) && <ErrorAlert error={remove.error} />}
        {stale ? (
          <Conflict
            theirs={stale.theirs}
            text={words.conflict}
            danger
            mineLabel={words.anyway}
            theirsLabel={words.keep}
            busy={remove.isPending}
            onMine={() => remove.mutate()}
            onTheirs={close}
          />
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={remove.isPending} onClick={close} data-autofocus>
              {texts.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {linksTexts.deleteLink}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
