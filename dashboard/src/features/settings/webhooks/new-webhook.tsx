import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import type { WebhookWithSecret } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { webhooksQuery } from '../../../api/webhooks-query.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { useInvalidFocus } from '../../../components/invalid-focus.ts';
import { SECRET_REQUEST } from '../../../components/secret-request.ts';
import { Secret } from '../../../components/secret.tsx';
import { ShownOnce, type DialogProps } from '../../../components/shown-once.tsx';
import { unshownError } from '../../../lib/issues.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { draftOf, isSendable, requestOf, type WebhookDraft } from './webhook-draft.ts';
import { SHOWN, WebhookFields } from './webhook-fields.tsx';
import type { CreateFormProps } from '../create-form-props.ts';

/** Creates a webhook, shows its secret once, and opens its page. */
export function NewWebhook({ opened, onClose }: DialogProps) {
  const app = useApp();
  const navigate = useNavigate();
  return (
    <ShownOnce<WebhookWithSecret>
      opened={opened}
      onClose={onClose}
      title={words.create}
      form={(onCreated) => <Form onCreated={onCreated} onClose={onClose} />}
      createdTitle={() => words.createdTitle}
      done={words.kept}
      onDone={({ webhook_id: id }) =>
        void navigate({ to: '/$app/settings/webhooks/$id', params: { app, id } })
      }
    >
      {({ secret }) => (
        <>
          <Text size="sm">{words.secretText}</Text>
          <Secret label={words.secret} value={secret} />
        </>
      )}
    </ShownOnce>
  );
}

function Form({ onCreated, onClose }: CreateFormProps<WebhookWithSecret>) {
  const app = useApp();
  const queries = useQueryClient();
  const form = useForm<WebhookDraft>({ initialValues: draftOf() });
  const create = useMutation({
    mutationKey: SECRET_REQUEST,
    mutationFn: (draft: WebhookDraft) => call('POST', 'webhooks', { app, body: requestOf(draft) }),
    onSuccess: async ({ data }) => {
      onCreated(data);
      await queries.invalidateQueries(webhooksQuery(app));
    },
  });
  const focus = useInvalidFocus(create.error);
  return (
    <form
      ref={focus.form}
      onSubmit={form.onSubmit((draft) => {
        if (isSendable(draft)) create.mutate(draft);
        else focus.refused();
      })}
    >
      <Stack>
        <ErrorAlert error={unshownError(create.error, SHOWN)} />
        <WebhookFields form={form} error={create.error} />
        <FormActions submit={words.submit} busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
