import '../../../components/mantine-more.css';
import { Alert, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CirclePause, TriangleAlert } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Webhook } from '../../../api/types.ts';
import { useApp, useMay } from '../../../api/session.ts';
import { webhookQuery } from '../../../api/webhooks-query.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { RoleNote } from '../../../components/role-note.tsx';
import { Time } from '../../../components/time.tsx';
import { fullTime } from '../../../lib/time.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { ReplaceSecret } from './replace-secret.tsx';
import { usePauseEnd } from './webhook-pause.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import classes from './webhook-page.module.css';
import { WebhookSettings } from './webhook-settings.tsx';

/** A webhook: its state, its settings and its deliveries. */
export function WebhookPage() {
  const { id } = useParams({ from: '/signed-in/$app/settings/webhooks/$id' });
  const mayRead = useMay('editor');
  const found = useQuery({ ...webhookQuery(useApp(), id), enabled: mayRead });
  if (isProblem(found.error, 'not_found')) return <NotFound />;
  if (!mayRead || found.data === undefined) {
    return (
      <Page title={settingsTexts.pages.webhooks}>
        <RoleNote role="editor" />
        {mayRead && <QueryState query={found} height={320} />}
      </Page>
    );
  }
  return <Shown key={id} webhook={found.data} error={found.error} />;
}

interface WebhookProps {
  readonly webhook: Webhook;
}

interface ShownProps extends WebhookProps {
  /** The last attempt to read the webhook again failed. */
  readonly error: unknown;
}

function Shown({ webhook, error }: ShownProps) {
  const { description, url } = webhook;
  return (
    <Page
      title={description ?? url}
      heading={
        <Group gap="sm" component="span">
          <span style={{ overflowWrap: 'anywhere' }}>{description ?? url}</span>
          <WebhookBadge webhook={webhook} />
        </Group>
      }
      back={{ to: '/$app/settings/webhooks', label: words.back }}
      actions={<Actions webhook={webhook} />}
    >
      <RoleNote role="owner" />
      <ErrorAlert error={error} />
      <Trouble webhook={webhook} />
      <Pause webhook={webhook} />
      <Deliveries webhook={webhook} />
      <WebhookSettings webhook={webhook} />
    </Page>
  );
}

/** Why it does not work. */
function Trouble({ webhook }: WebhookProps) {
  const { disabled_because, failing_since, state } = webhook;
  if (disabled_because !== null) {
    return (
      <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title={words.disabled}>
        {disabled_because === 'gone' ? words.gone : words.failed}
      </Alert>
    );
  }
  if (failing_since === null || state === 'disabled') return null;
  return (
    <Alert
      color="orange"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={
        <>
          {words.failingSince} <Time at={failing_since} />
        </>
      }
    >
      {words.failingText}
    </Alert>
  );
}

/** Why nothing is sent at the moment. */
function Pause({ webhook }: WebhookProps) {
  const end = usePauseEnd(webhook);
  if (end === undefined) return null;
  return (
    <Alert
      icon={<CirclePause size={18} aria-hidden />}
      title={
        <>
          {words.pausedUntil} <time dateTime={end}>{fullTime(end)}</time>
        </>
      }
    >
      {words.pausedText}
    </Alert>
  );
}

function Actions({ webhook }: WebhookProps) {
  const app = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { webhook_id: id, state, description, url } = webhook;
  const params = { webhook_id: id };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhooks', app] });
  const shown = (message: string) => async () => {
    notifications.show({ message, color: 'teal' });
    await refresh();
  };
  const test = useMutation({
    mutationFn: () => call('POST', 'webhooks/{webhook_id}/test', { app, params }),
    onSuccess: shown(words.testDone),
  });
  const next = state === 'enabled' ? 'disabled' : 'enabled';
  const toggle = useMutation({
    mutationFn: () =>
      call('PATCH', 'webhooks/{webhook_id}', { app, params, body: { state: next } }),
    onSuccess: shown(next === 'enabled' ? words.enableDone : words.disableDone),
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', 'webhooks/{webhook_id}', { app, params }),
    onSuccess: async () => {
      notifications.show({ message: words.removeDone, color: 'teal' });
      await navigate({ to: '/$app/settings/webhooks', params: { app }, ignoreBlocker: true });
      await refresh();
    },
  });
  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        onClick={() => {
          toggle.reset();
          test.mutate();
        }}
        loading={test.isPending}
        disabled={state === 'disabled'}
      >
        {words.test}
      </Button>
      <RoleButton
        needs="owner"
        size="xs"
        variant="default"
        onClick={() => {
          test.reset();
          toggle.mutate();
        }}
        loading={toggle.isPending}
      >
        {next === 'enabled' ? words.enable : words.disable}
      </RoleButton>
      <ReplaceSecret id={id} />
      <ConfirmButton
        action={words.remove}
        name={words.removeOf(description ?? url)}
        title={words.removeTitle}
        mutation={remove}
      >
        {words.removeText}
      </ConfirmButton>
      <ErrorAlert error={test.error ?? toggle.error} />
    </div>
  );
}
