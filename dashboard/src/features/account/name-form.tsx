import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery, useMe } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { unassignedError, fieldIssues } from '../../lib/issues.ts';
import { account as accountTexts } from '../../texts/account.ts';
import { shared as texts } from '../../texts/shared.ts';

const FIELDS = { '/name': 'name' };

export function NameForm() {
  const { member } = useMe();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: member.name } });
  const save = useMutation({
    mutationFn: ({ name }: typeof form.values) =>
      call('PATCH', 'me', { body: { name: name.trim() } }),
    onSuccess: async ({ data }, sent) => {
      queries.setQueryData(meQuery.queryKey, data);
      form.setInitialValues({ name: data.member.name });
      // What was typed during the save stays.
      if (form.getValues().name === sent.name) form.reset();
      notifications.show({ message: accountTexts.nameSaved, color: 'teal' });
      // Lists that show the name.
      await queries.invalidateQueries({ queryKey: ['members'] });
    },
    onError: (error) => form.setErrors(fieldIssues(error, FIELDS)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <ErrorAlert error={unassignedError(save.error, FIELDS)} />
        <TextInput
          label={accountTexts.name}
          description={accountTexts.nameHint}
          autoComplete="name"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={accountTexts.email}
          description={accountTexts.emailHint}
          value={member.email}
          variant="filled"
          readOnly
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
