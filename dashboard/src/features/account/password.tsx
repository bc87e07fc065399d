import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery, useMe } from '../../api/session.ts';
import { signInMethodsQuery } from '../../api/sign-in-methods.ts';
import { useInvalidFocus } from '../../components/invalid-focus.ts';
import { NewPassword, newPasswordIssue } from '../../components/new-password.tsx';
import { PasswordError } from '../../components/password-error.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { fieldIssues } from '../../lib/issues.ts';
import { account as accountTexts } from '../../texts/account.ts';

const FIELDS = { '/password/old': 'old', '/password/new': 'new' };

/** The form to change the password, or an explanation if the user cannot change it here. */
export function Password() {
  const { has_password: hasPassword } = useMe().member;
  const methods = useQuery(signInMethodsQuery);
  if (methods.isPending) return <Skeleton height={160} aria-busy />;
  const provider = methods.data?.oidc?.name ?? accountTexts.aProvider;
  if (methods.data?.password === false) {
    return <Text size="sm">{accountTexts.passwordsOff(provider)}</Text>;
  }
  if (!hasPassword) return <Text size="sm">{accountTexts.noPassword(provider)}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mt={-12}>
        {accountTexts.passwordLead}
      </Text>
      <PasswordForm />
    </>
  );
}

function PasswordForm() {
  const { member } = useMe();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { old: '', new: '' },
    validate: { new: (value) => newPasswordIssue(value, member.email) },
  });
  const change = useMutation({
    mutationFn: (password: typeof form.values) => call('PATCH', 'me', { body: { password } }),
    onSuccess: async ({ data }) => {
      form.reset();
      queries.setQueryData(meQuery.queryKey, data);
      notifications.show({
        title: accountTexts.passwordSaved,
        message: accountTexts.passwordSavedText,
        color: 'teal',
      });
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: (error) => {
      const issues = fieldIssues(error, FIELDS);
      form.setErrors(
        issues.old === undefined ? issues : { ...issues, old: accountTexts.wrongPassword },
      );
    },
  });
  const focus = useInvalidFocus(change.error);
  return (
    <form
      ref={focus.form}
      onSubmit={form.onSubmit((values) => change.mutate(values), focus.refused)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={member.email} readOnly hidden />
      <Stack>
        <PasswordError
          error={change.error}
          wrongCredentials={accountTexts.wrongPassword}
          fields={FIELDS}
        />
        <PasswordField
          label={accountTexts.oldPassword}
          autoComplete="current-password"
          required
          {...form.getInputProps('old')}
        />
        <NewPassword
          label={accountTexts.newPassword}
          email={member.email}
          {...form.getInputProps('new')}
          value={form.values.new}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {accountTexts.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
