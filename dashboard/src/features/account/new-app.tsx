import '../../components/mantine-more.css';
import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { PLATFORMS, type CreatedApp } from '../../api/types.ts';
import { meQuery } from '../../api/session.ts';
import { Hint } from '../../components/hint.tsx';
import { useInvalidFocus } from '../../components/invalid-focus.ts';
import { SECRET_REQUEST } from '../../components/secret-request.ts';
import { Secret } from '../../components/secret.tsx';
import { ShownOnce, type DialogProps } from '../../components/shown-once.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { unassignedError, fieldIssues } from '../../lib/issues.ts';
import { account as accountTexts } from '../../texts/account.ts';
import { tokens as tokensTexts } from '../../texts/people.ts';
import type { CreateFormProps } from '../settings/create-form-props.ts';

const FIELDS = { '/name': 'name' };
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Creates an app, shows its tokens once and then opens it. */
export function NewApp({ opened, onClose }: DialogProps) {
  const navigate = useNavigate();
  const newAppTexts = accountTexts.newApp;
  return (
    <ShownOnce<CreatedApp>
      opened={opened}
      onClose={onClose}
      title={newAppTexts.title}
      form={(onCreated) => <NameStep onCreated={onCreated} onClose={onClose} />}
      createdTitle={({ app }) => newAppTexts.created(app.name)}
      done={newAppTexts.kept}
      onDone={({ app }) => void navigate({ to: '/$app/links', params: { app: app.name } })}
    >
      {({ tokens }) => <Tokens tokens={tokens} />}
    </ShownOnce>
  );
}

function NameStep({ onCreated, onClose }: CreateFormProps<CreatedApp>) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (NAME.test(name) ? null : accountTexts.newApp.invalidName) },
  });
  const create = useMutation({
    mutationKey: SECRET_REQUEST,
    mutationFn: (body: typeof form.values) => call('POST', 'apps', { body }),
    onSuccess: ({ data }) => {
      // The pages of the app can then be opened without another request.
      queries.setQueryData(meQuery.queryKey, (me) => me && { ...me, apps: [...me.apps, data.app] });
      onCreated(data);
    },
    onError: (error) => form.setErrors(fieldIssues(error, FIELDS)),
  });
  const focus = useInvalidFocus(create.error);
  return (
    <form
      ref={focus.form}
      onSubmit={form.onSubmit((values) => create.mutate(values), focus.refused)}
    >
      <Stack>
        <Hint>{accountTexts.newApp.lead}</Hint>
        <ErrorAlert error={unassignedError(create.error, FIELDS)} />
        <TextInput
          label={accountTexts.newApp.name}
          description={accountTexts.newApp.nameRule}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <FormActions
          submit={accountTexts.newApp.create}
          busy={create.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function Tokens({ tokens }: Pick<CreatedApp, 'tokens'>) {
  return (
    <>
      <Text size="sm">{accountTexts.newApp.tokensLead}</Text>
      <Secret
        label={tokensTexts.kinds.server}
        hint={accountTexts.newApp.server}
        value={tokens.server}
      />
      {PLATFORMS.map((platform) => (
        <Secret
          key={platform}
          label={tokensTexts.kinds[platform]}
          hint={accountTexts.newApp.platform}
          value={tokens[platform]}
        />
      ))}
    </>
  );
}
