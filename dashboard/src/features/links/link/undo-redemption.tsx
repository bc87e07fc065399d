import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { cacheLink } from '../link-cache.ts';
import { linkQuery } from './link-query.ts';

interface UndoRedemptionProps {
  readonly code: string;
  /** Undefined: the dialog is closed. */
  readonly entry: LedgerEntry | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before a redemption is undone. */
export function UndoRedemption({ code, entry, onClose }: UndoRedemptionProps) {
  const app = useApp();
  const words = linksTexts.ledger;
  const queries = useQueryClient();
  const close = (): void => {
    undo.reset();
    onClose();
  };
  const undo = useMutation({
    mutationFn: (id: string) =>
      call('POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back', {
        app,
        params: { code, redemption_id: id },
      }),
    onSuccess: async () => {
      close();
      notifications.show({ color: 'teal', message: words.done });
      // Updates the count here and in the lists.
      cacheLink(queries, app, await queries.fetchQuery({ ...linkQuery(app, code), staleTime: 0 }));
    },
  });
  return (
    <Confirm
      opened={entry !== undefined}
      title={words.ask}
      action={words.giveBack}
      danger={false}
      busy={undo.isPending}
      error={undo.error}
      onConfirm={() => entry && undo.mutate(entry.redemption_id)}
      onClose={close}
    >
      <Text size="sm" ff="monospace" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {entry?.redemption_id}
      </Text>
      {words.askText}
    </Confirm>
  );
}
