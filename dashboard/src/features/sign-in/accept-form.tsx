import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import type { InvitationLookup } from '../../api/types.ts';
import { startSession } from '../../api/session.ts';
import { useInvalidFocus } from '../../components/invalid-focus.ts';
import { NewPassword, newPasswordIssue } from '../../components/new-password.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { PasswordError } from '../../components/password-error.tsx';
import { fieldIssues } from '../../lib/issues.ts';
import { invitation as invitationTexts } from '../../texts/sign-in.ts';

const FIELDS = { '/email': 'email', '/name': 'name', '/password': 'password' };

interface AcceptFormProps {
  readonly lookup: InvitationLookup;
  readonly secret: string;
  /** Called if the link was used or withdrawn while the user typed. */
  readonly onInvalid: () => void;
}

/**
 * The form to accept an invitation: a new password with a name, or the password of an existing account. The user
 * chooses, because the service does not disclose to the holder of the link whether an account exists.
 */
export function AcceptForm({ lookup, secret, onInvalid }: AcceptFormProps) {
  const isJoin = lookup.kind === 'join';
  const [hasAccount, setHasAccount] = useState(false);
  const needsEmail = isJoin && lookup.email === null;
  const needsName = isJoin && !hasAccount;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { email: lookup.email ?? '', name: '', password: '' },
    validate: {
      password: (value, { email }) => (hasAccount ? null : newPasswordIssue(value, email)),
    },
  });
  const accept = useMutation({
    mutationFn: ({ email, name, password }: typeof form.values) =>
      call('POST', 'invitations/accept', {
        body: {
          invitation: secret,
          password,
          ...(hasAccount ? { existing_account: true } : {}),
          ...(needsEmail ? { email } : {}),
          ...(needsName && name.trim() !== '' ? { name: name.trim() } : {}),
        },
      }),
    onSuccess: async ({ data }) => {
      // Another user may have been signed in before.
      startSession(queries, data);
      const { app } = lookup;
      if (app === null) await navigate({ to: '/', replace: true });
      else await navigate({ to: '/$app/links', params: { app }, replace: true });
    },
    onError: (error) => {
      if (isProblem(error, 'invitation_over')) return onInvalid();
      if (isProblem(error, 'wrong_credentials')) {
        // The service rejected the password, so an account exists.
        setHasAccount(true);
        form.setFieldValue('password', '');
      }
      form.setErrors(fieldIssues(error, FIELDS));
    },
  });
  const focus = useInvalidFocus(accept.error);
  const switchForm = (): void => {
    setHasAccount(!hasAccount);
    accept.reset();
    form.setFieldValue('password', '');
    form.clearErrors();
  };
  return (
    // With a new key, password managers see another form.
    <form
      key={hasAccount ? 'existing' : 'new'}
      ref={focus.form}
      onSubmit={form.onSubmit((values) => accept.mutate(values), focus.refused)}
    >
      <Stack>
        {isJoin && (
          <Text size="sm" ta="center">
            {hasAccount ? invitationTexts.hasAccount : invitationTexts.newAccount}{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              onClick={switchForm}
            >
              {hasAccount ? invitationTexts.createAccount : invitationTexts.haveAccount}
            </Anchor>
          </Text>
        )}
        {!isProblem(accept.error, 'invitation_over') && (
          <PasswordError
            error={accept.error}
            wrongCredentials={invitationTexts.wrongCredentials}
            fields={FIELDS}
          />
        )}
        <TextInput
          label={invitationTexts.email}
          type="email"
          autoComplete="username"
          required={needsEmail}
          // Also shown if it is given: password managers store the password under it.
          readOnly={!needsEmail}
          variant={needsEmail ? 'default' : 'filled'}
          description={needsEmail ? undefined : invitationTexts.emailFixed}
          data-autofocus={needsEmail}
          autoFocus={needsEmail}
          {...form.getInputProps('email')}
        />
        {needsName && (
          <TextInput
            label={invitationTexts.name}
            description={invitationTexts.nameHint}
            autoComplete="name"
            autoFocus={!needsEmail}
            maxLength={100}
            {...form.getInputProps('name')}
          />
        )}
        {hasAccount ? (
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
