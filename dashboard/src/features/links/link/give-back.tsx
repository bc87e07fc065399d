import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { LedgerEntry } from '../../../api/types.ts';
import { Trouble } from '../../../components/trouble.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { rememberLink } from '../link-cache.ts';
import { linkPath, linkQuery } from './link-query.ts';

interface GiveBackProps {
  readonly app: string;
  readonly code: string;
  /** Undefined: nothing is asked. */
  readonly entry: LedgerEntry | undefined;
  readonly onClose: () => void;
}

/** Asks before a redemption is given back, which cannot be taken back. */
export function GiveBack({ app, code, entry, onClose }: GiveBackProps) {
  const words = linksTexts.ledger;
  const queries = useQueryClient();
  const close = (): void => {
    give.reset();
    onClose();
  };
  const give = useMutation({
    mutationFn: (id: string) =>
      call<LedgerEntry>(
        'POST',
        linkPath(code, `/redemptions/${encodeURIComponent(id)}/give-back`),
        {
          app,
        },
      ),
    onSuccess: async () => {
      close();
      notifications.show({ color: 'teal', message: words.done });
      // With the count as it is now, here and in the lists.
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
        <Trouble error={give.error} />
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
