import { Badge, Button, Code, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WebhookDeliveryLog } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { deliveryQuery } from '../../../api/webhooks-query.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { Time } from '../../../components/time.tsx';
import { webhooks as words } from '../../../texts/webhooks.ts';

interface DeliveryDialogProps {
  readonly id: string;
  readonly event: string;
  /** The webhook is disabled, so nothing is sent. */
  readonly waits: boolean;
  readonly onClose: () => void;
}

/** One delivery: what was sent, and every attempt. */
export function DeliveryDialog({ id, event, waits, onClose }: DeliveryDialogProps) {
  const app = useApp();
  const queries = useQueryClient();
  const delivery = useQuery(deliveryQuery(app, id, event));
  const replay = useMutation({
    mutationFn: () =>
      call('POST', 'webhooks/{webhook_id}/deliveries/{event_id}/replay', {
        app,
        params: { webhook_id: id, event_id: event },
      }),
    onSuccess: async () => {
      notifications.show({ message: words.replayDone, color: 'teal' });
      await queries.invalidateQueries({ queryKey: ['webhooks', app, id] });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.typeNames[delivery.data?.type ?? ''] ?? words.event}
      size="xl"
      centered
    >
      <Stack gap="md">
        <QueryState query={delivery} height={240} />
        {delivery.data && <Shown delivery={delivery.data} />}
        <ErrorAlert error={replay.error} />
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={replay.isPending}
            disabled={waits || !delivery.data || delivery.data.state === 'pending'}
            onClick={() => replay.mutate()}
          >
            {words.replay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Shown({ delivery }: { readonly delivery: WebhookDeliveryLog }) {
  return (
    <>
      <section>
        <Title order={3} size="sm" mb="xs">
          {words.log}
        </Title>
        {delivery.log.length === 0 && <Text size="sm">{words.noAttempts}</Text>}
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {delivery.log.map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </Stack>
      </section>
      <section>
        <Title order={3} size="sm" mb="xs">
          {words.payload}
        </Title>
        {/* Long bodies scroll, also with the keyboard. */}
        <Code block mah={280} style={{ overflow: 'auto' }} tabIndex={0} aria-label={words.payload}>
          {JSON.stringify(JSON.parse(delivery.payload), null, 2)}
        </Code>
      </section>
    </>
  );
}

interface AttemptProps {
  readonly attempt: WebhookDeliveryLog['log'][number];
}

function Attempt({ attempt: { at, duration_ms, status, error, response } }: AttemptProps) {
  const isSuccess = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <Group gap="xs">
        <Badge color={isSuccess ? 'teal' : 'red'}>{status ?? words.noResponse}</Badge>
        <Text size="sm">
          <Time at={at} /> · {words.took(duration_ms)}
        </Text>
      </Group>
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && response !== '' && (
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {response}
        </Text>
      )}
    </li>
  );
}
