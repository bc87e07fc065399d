import '../../../components/mantine-more.css';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import type { Webhook } from '../../../api/types.ts';
import { useApp, useMay } from '../../../api/session.ts';
import { webhooksQuery } from '../../../api/webhooks-query.ts';
import { Empty } from '../../../components/empty.tsx';
import { TextLink } from '../../../components/link.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { RoleNote } from '../../../components/role-note.tsx';
import { Cell, Row, Rows } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { DisabledNotice } from './disabled-notice.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookBadge } from './webhook-badge.tsx';

const COLUMNS = [words.address, words.state, words.types, words.created];

/** The webhooks of an app. Their addresses can contain secrets, so viewers do not see them. */
export function WebhooksPage() {
  const app = useApp();
  const mayRead = useMay('editor');
  const list = useQuery({ ...webhooksQuery(app), enabled: mayRead });
  const [creating, { open, close }] = useDisclosure(false);
  const webhooks = list.data?.webhooks ?? [];
  return (
    <Page
      title={settingsTexts.pages.webhooks}
      lead={words.lead}
      notice={<DisabledNotice isReady inList />}
      actions={
        <RoleButton needs="owner" leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          {words.create}
        </RoleButton>
      }
    >
      <RoleNote role={mayRead ? 'owner' : 'editor'} />
      {mayRead && <QueryState query={list} height={200} />}
      {list.isSuccess && webhooks.length === 0 && (
        <Empty icon={WebhookIcon} title={words.emptyTitle} text={words.emptyText} />
      )}
      {webhooks.length > 0 && (
        <Rows label={settingsTexts.pages.webhooks} columns={COLUMNS}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.webhook_id} webhook={webhook} />
          ))}
        </Rows>
      )}
      <NewWebhook opened={creating} onClose={close} />
    </Page>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const app = useApp();
  const { webhook_id: id, url, description, types, tags, created_at } = webhook;
  const names = types.map((type) => words.typeNames[type] ?? type);
  return (
    <Row id={id}>
      <Cell>
        <div>
          <TextLink
            to="/$app/settings/webhooks/$id"
            params={{ app, id }}
            style={{ overflowWrap: 'anywhere' }}
          >
            {description ?? url}
          </TextLink>
          {description !== null && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={words.state}>
        <WebhookBadge webhook={webhook} />
      </Cell>
      <Cell label={words.types}>
        <div>
          <Text size="sm">{names.length === 0 ? words.allTypes : names.join(', ')}</Text>
          {tags.length > 0 && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {tags.join(', ')}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={words.created}>
        <Time at={created_at} />
      </Cell>
    </Row>
  );
}
