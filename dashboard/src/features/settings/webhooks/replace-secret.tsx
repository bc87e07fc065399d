import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { WebhookWithSecret } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { webhookQuery } from '../../../api/webhooks-query.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { SECRET_REQUEST } from '../../../components/secret-request.ts';
import { Secret } from '../../../components/secret.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { webhooks as words } from '../../../texts/webhooks.ts';

/** A button that replaces the secret of a webhook and shows the new one once. */
export function ReplaceSecret({ id }: { readonly id: string }) {
  const app = useApp();
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const rotate = useMutation({
    mutationKey: SECRET_REQUEST,
    mutationFn: () =>
      call('POST', 'webhooks/{webhook_id}/secret', { app, params: { webhook_id: id }, body: {} }),
    // The new secret is shown without waiting for it.
    onSuccess: () => void queries.invalidateQueries(webhookQuery(app, id)),
  });
  return (
    <>
      <RoleButton
        needs="owner"
        variant="default"
        size="xs"
        onClick={() => {
          // The error of the last time.
          rotate.reset();
          open();
        }}
      >
        {words.rotate}
      </RoleButton>
      <ShownOnce<WebhookWithSecret>
        opened={opened}
        onClose={close}
        title={words.rotateTitle}
        form={(onCreated) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              rotate.mutate(undefined, { onSuccess: ({ data }) => onCreated(data) });
            }}
          >
            <Stack>
              <Text size="sm">{words.rotateText}</Text>
              <ErrorAlert error={rotate.error} />
              <FormActions submit={words.rotate} busy={rotate.isPending} onCancel={close} />
            </Stack>
          </form>
        )}
        createdTitle={() => words.rotatedTitle}
        done={words.kept}
      >
        {({ secret }) => (
          <>
            <Text size="sm">{words.secretText}</Text>
            <Secret label={words.secret} value={secret} hint={words.oldSecretText} />
          </>
        )}
      </ShownOnce>
    </>
  );
}
