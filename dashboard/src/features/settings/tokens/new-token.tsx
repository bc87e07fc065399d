import { Alert, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useApp } from '../../../api/session.ts';
import { tokensQuery } from '../../../api/tokens-query.ts';
import { PLATFORMS, type NewToken as Created, type Platform } from '../../../api/types.ts';
import { SECRET_REQUEST } from '../../../components/secret-request.ts';
import { Secret } from '../../../components/secret.tsx';
import { ShownOnce, type DialogProps } from '../../../components/shown-once.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { tokens as words } from '../../../texts/people.ts';
import type { CreateFormProps } from '../create-form-props.ts';

/** Asks for the type of a token, creates it and shows it once. */
export function NewToken({ opened, onClose }: DialogProps) {
  return (
    <ShownOnce<Created>
      opened={opened}
      onClose={onClose}
      title={words.create}
      form={(onCreated) => <Choice onCreated={onCreated} onClose={onClose} />}
      createdTitle={() => words.createdTitle}
      done={words.kept}
    >
      {({ kind, token }) => (
        <>
          <Text size="sm">{words.createdText}</Text>
          {kind === 'server' && <Alert color="grape">{words.secretText}</Alert>}
          <Secret label={`${words.token}: ${words.kinds[kind]}`} value={token} />
        </>
      )}
    </ShownOnce>
  );
}

function Choice({ onCreated, onClose }: CreateFormProps<Created>) {
  const app = useApp();
  const queries = useQueryClient();
  const form = useForm<{ use: 'server' | 'platform'; platform: Platform; name: string }>({
    initialValues: { use: 'platform', platform: 'web', name: '' },
  });
  const create = useMutation({
    mutationKey: SECRET_REQUEST,
    mutationFn: ({ use, platform, name }: typeof form.values) => {
      const kind = use === 'server' ? use : platform;
      const named = name.trim() === '' ? {} : { name: name.trim() };
      return call('POST', 'tokens', { app, body: { kind, ...named } });
    },
    onSuccess: async ({ data }) => {
      onCreated(data);
      await queries.invalidateQueries(tokensQuery(app));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <Stack>
        <ErrorAlert error={create.error} />
        <Radio.Group label={words.forWhat} {...form.getInputProps('use')}>
          <Stack gap="sm" mt="xs">
            <Radio
              value="platform"
              label={words.platformChoice}
              description={words.platformChoiceText}
              data-autofocus
            />
            <Radio value="server" label={words.serverChoice} description={words.serverChoiceText} />
          </Stack>
        </Radio.Group>
        {form.values.use === 'platform' && (
          <Select
            label={words.platform}
            allowDeselect={false}
            data={PLATFORMS.map((value) => ({ value, label: words.kinds[value] }))}
            {...form.getInputProps('platform')}
          />
        )}
        <TextInput
          label={words.name}
          description={words.nameHint}
          maxLength={60}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions submit={words.submit} busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
