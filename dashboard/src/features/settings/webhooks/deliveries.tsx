import { Badge, Button, SegmentedControl, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDeliveries } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { deliveriesQuery, type DeliveryState } from '../../../api/webhooks-query.ts';
import { Hint } from '../../../components/hint.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { ActionCell, Cell, Row, Rows } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';

type Delivery = WebhookDeliveries['deliveries'][number];

const COLUMNS = [words.event, words.state, words.happened, words.attempts, words.next];
const COLORS = { pending: 'blue', delivered: 'teal', failed: 'red' } as const;
const STATES = ['all', 'pending', 'delivered', 'failed'] as const;

interface DeliveriesProps {
  readonly webhook: Webhook;
}

/** What was sent to a webhook and what is waiting. */
export function Deliveries({ webhook: { webhook_id: id, state: ofWebhook } }: DeliveriesProps) {
  const [state, setState] = useState<DeliveryState>();
  const [shown, setShown] = useState<string>();
  const list = useInfiniteQuery(deliveriesQuery(useApp(), id, state));
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Panel title={words.deliveries} lead={words.deliveriesLead}>
      <div>
        <SegmentedControl
          aria-label={words.filter}
          size="xs"
          value={state ?? 'all'}
          onChange={(value) => setState(value === 'all' ? undefined : value)}
          data={STATES.map((value) => ({
            value,
            label: value === 'all' ? words.all : words.states[value],
          }))}
        />
      </div>
      {list.isSuccess && deliveries.length === 0 && (
        <div>
          <Text size="sm">{words.noDeliveries}</Text>
          {state === undefined && <Hint>{words.noDeliveriesText}</Hint>}
        </div>
      )}
      {deliveries.length > 0 && (
        <Rows label={words.deliveries} columns={COLUMNS} actions={words.show}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.event_id}
              delivery={delivery}
              waits={ofWebhook === 'disabled'}
              onShow={setShown}
            />
          ))}
        </Rows>
      )}
      <QueryState query={list} height={160} />
      <MoreButton list={list} />
      {shown !== undefined && (
        <DeliveryDialog
          id={id}
          event={shown}
          waits={ofWebhook === 'disabled'}
          onClose={() => setShown(undefined)}
        />
      )}
    </Panel>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** The webhook is disabled, so nothing is sent. */
  readonly waits: boolean;
  readonly onShow: (event: string) => void;
}

function DeliveryRow({ delivery, waits, onShow }: DeliveryRowProps) {
  const { event_id: id, type, state, attempts, created_at, next_attempt_at } = delivery;
  return (
    <Row>
      <Cell>
        <div>
          <Text size="sm">{words.typeNames[type] ?? type}</Text>
          <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
        </div>
      </Cell>
      <Cell label={words.state}>
        <Badge color={COLORS[state]}>{words.states[state]}</Badge>
      </Cell>
      <Cell label={words.happened}>
        <Time at={created_at} />
      </Cell>
      <Cell label={words.attempts}>{attempts}</Cell>
      <Cell label={words.next}>
        <Time
          at={waits ? null : next_attempt_at}
          never={waits && state === 'pending' ? words.whenEnabled : words.none}
          planned
        />
      </Cell>
      <ActionCell>
        <Button
          variant="default"
          size="xs"
          onClick={() => onShow(id)}
          aria-label={words.showOf(id)}
        >
          {words.show}
        </Button>
      </ActionCell>
    </Row>
  );
}
