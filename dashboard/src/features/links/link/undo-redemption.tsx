import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { rememberLink } from '../link-cache.ts';
import { linkQuery } from './link-query.ts';

interface UndoRedemptionProps {
  readonly app: string;
  readonly code: string;
  /** Undefined: the dialog is closed. */
  readonly entry: LedgerEntry | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before a redemption is undone. */
export function UndoRedemption({ app, code, entry, onClose }: UndoRedemptionProps) {
  const words = linksTexts.ledger;
  const queries = useQueryClient();
  const close = (): void => {
    give.reset();
    onClose();
  };
  const give = useMutation({
    mutationFn: (id: string) =>
      call('POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back', {
        app,
        params: { code, redemption_id: id },
      }),
    onSuccess: async () => {
      close();
      notifications.show({ color: 'teal', message: words.done });
      // With the new count, here and in the lists.
      rememberLink(
        queries,
        app,
        await queries.fetchQuery({ ...linkQuery(app, code), staleTime: 0 }),
      );
    },
  });
  return (
    <Modal opened={entry !== undefined} onClose={close} title={words.ask} centered>
      <Stack>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {entry?.redemption_id}
        </Text>
        <Text size="sm">{words.askText}</Text>
        <ErrorAlert error={give.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            loading={give.isPending}
            onClick={() => {
              if (entry) give.mutate(entry.redemption_id);
            }}
          >
            {words.giveBack}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
