import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import type { InvitationLookup } from '../../api/types.ts';
import { meQuery } from '../../api/session.ts';
import { NewPassword, newPasswordIssue } from '../../components/new-password.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PasswordError } from '../../components/password-error.tsx';
import { fieldIssues } from '../../lib/issues.ts';
import { invitation as invitationTexts } from '../../texts/sign-in.ts';

const FIELDS = { '/email': 'email', '/name': 'name', '/password': 'password' };

interface AcceptFormProps {
  readonly lookup: InvitationLookup;
  readonly secret: string;
  /** The link was used or withdrawn while the user typed. */
  readonly onOver: () => void;
}

/**
 * The form to accept an invitation: a new password with a name, or the password of an existing account. The user
 * chooses, because the service does not disclose to the holder of the link whether an account exists.
 */
export function AcceptForm({ lookup, secret, onOver }: AcceptFormProps) {
  const joins = lookup.kind === 'join';
  const [known, setKnown] = useState(false);
  const asksEmail = joins && lookup.email === null;
  const asksName = joins && !known;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { email: lookup.email ?? '', name: '', password: '' },
    validate: {
      password: (value, { email }) => (known ? null : newPasswordIssue(value, email)),
    },
  });
  const accept = useMutation({
    mutationFn: ({ email, name, password }: typeof form.values) =>
      call('POST', 'invitations/accept', {
        body: {
          invitation: secret,
          password,
          ...(known ? { existing_account: true } : {}),
          ...(asksEmail ? { email } : {}),
          ...(asksName && name.trim() !== '' ? { name: name.trim() } : {}),
        },
      }),
    onSuccess: async ({ data }) => {
      // Another user may have been signed in before.
      queries.clear();
      queries.setQueryData(meQuery.queryKey, data);
      const { app } = lookup;
      if (app === null) await navigate({ to: '/', replace: true });
      else await navigate({ to: '/$app/links', params: { app }, replace: true });
    },
    onError: (error) => {
      if (isProblem(error, 'invitation_over')) return onOver();
      if (isProblem(error, 'wrong_credentials')) {
        // The service rejected the password, so an account exists.
        setKnown(true);
        form.setFieldValue('password', '');
      }
      form.setErrors(fieldIssues(error, FIELDS));
    },
  });
  const change = (): void => {
    setKnown(!known);
    accept.reset();
    form.setFieldValue('password', '');
    form.clearErrors();
  };
  return (
    // Two different forms for password managers.
    <form key={known ? 'known' : 'new'} onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        {joins && (
          <Text size="sm" ta="center">
            {known ? invitationTexts.known : invitationTexts.newPerson}{' '}
            <Anchor component="button" type="button" inherit underline="always" onClick={change}>
              {known ? invitationTexts.isNew : invitationTexts.isKnown}
            </Anchor>
          </Text>
        )}
        {!isProblem(accept.error, 'invitation_over') && (
          <PasswordError error={accept.error} wrong={invitationTexts.wrong} fields={FIELDS} />
        )}
        <TextInput
          label={invitationTexts.email}
          type="email"
          autoComplete="username"
          required={asksEmail}
          // Also shown if it is given: password managers store the password under it.
          readOnly={!asksEmail}
          variant={asksEmail ? 'default' : 'filled'}
          description={asksEmail ? undefined : invitationTexts.emailFixed}
          data-autofocus={asksEmail}
          autoFocus={asksEmail}
          {...form.getInputProps('email')}
        />
        {asksName && (
          <TextInput
            label={invitationTexts.name}
            description={invitationTexts.nameHint}
            autoComplete="name"
            autoFocus={!asksEmail}
            maxLength={100}
            {...form.getInputProps('name')}
          />
        )}
        {known ? (
          <PasswordField
            label={invitationTexts.ownPassword}
            autoComplete="current-password"
            required
            autoFocus
            {...form.getInputProps('password')}
          />
        ) : (
          <NewPassword
            label={
              lookup.kind === 'password' ? invitationTexts.newPassword : invitationTexts.password
            }
            email={form.values.email}
            autoFocus={lookup.kind === 'password'}
            {...form.getInputProps('password')}
            value={form.values.password}
          />
        )}
        <Button type="submit" loading={accept.isPending} fullWidth>
          {submitText(lookup)}
        </Button>
      </Stack>
    </form>
  );
}

function submitText({ kind, app }: InvitationLookup): string {
  if (kind === 'password') return invitationTexts.setPassword;
  return app === null ? invitationTexts.join : invitationTexts.joinAs(app);
}
