import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { isProblem } from '../../api/problem.ts';
import type { InvitationLook, Me } from '../../api/types.ts';
import { meQuery } from '../../app/session.ts';
import { NewPassword, newPasswordFault } from '../../components/new-password.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { beyondFields, fieldFaults } from '../../lib/faults.ts';
import { invitation as invitationTexts, signIn as signInTexts } from '../../texts/sign-in.ts';

const FIELDS = { '/email': 'email', '/name': 'name', '/password': 'password' };

interface AcceptFormProps {
  readonly look: InvitationLook;
  readonly secret: string;
  /** The link was used or withdrawn while one typed. */
  readonly onOver: () => void;
}

/** What it takes to come in: the password one has, or a new one with a name. */
export function AcceptForm({ look, secret, onOver }: AcceptFormProps) {
  const known = look.kind === 'join' && look.has_account;
  const asksEmail = look.kind === 'join' && look.email === null;
  const asksName = look.kind === 'join' && !look.has_account;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { email: look.email ?? '', name: '', password: '' },
    validate: {
      password: (value, { email }) => (known ? null : newPasswordFault(value, email)),
    },
  });
  const accept = useMutation({
    mutationFn: ({ email, name, password }: typeof form.values) =>
      call<Me>('POST', 'invitations/accept', {
        body: {
          invitation: secret,
          password,
          ...(asksEmail ? { email } : {}),
          ...(asksName && name.trim() !== '' ? { name: name.trim() } : {}),
        },
      }),
    onSuccess: async ({ data }) => {
      // Whoever was signed in here before may have been somebody else.
      queries.clear();
      queries.setQueryData(meQuery.queryKey, data);
      const { app } = look;
      if (app === null) await navigate({ to: '/', replace: true });
      else await navigate({ to: '/$app/links', params: { app }, replace: true });
    },
    onError: (error) => {
      if (isProblem(error, 'invitation_over')) return onOver();
      if (isProblem(error, 'wrong_credentials') && known) form.setFieldValue('password', '');
      form.setErrors(fieldFaults(error, FIELDS));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        {look.kind === 'join' && (
          <Text size="sm" ta="center">
            {known ? invitationTexts.known : invitationTexts.newPerson}
          </Text>
        )}
        <Refusal error={accept.error} known={known} />
        <TextInput
          label={invitationTexts.email}
          type="email"
          autoComplete="username"
          required={asksEmail}
          // Also where it is given: it is what a password manager keeps the password under.
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
              look.kind === 'password' ? invitationTexts.newPassword : invitationTexts.password
            }
            email={form.values.email}
            autoFocus={look.kind === 'password'}
            {...form.getInputProps('password')}
            value={form.values.password}
          />
        )}
        <Button type="submit" loading={accept.isPending} fullWidth>
          {submitText(look)}
        </Button>
      </Stack>
    </form>
  );
}

function submitText({ kind, app }: InvitationLook): string {
  if (kind === 'password') return invitationTexts.setPassword;
  return app === null ? invitationTexts.join : invitationTexts.joinAs(app);
}

function Refusal({ error, known }: { readonly error: unknown; readonly known: boolean }) {
  if (isProblem(error, 'invitation_over')) return null;
  const told = isProblem(error, 'wrong_credentials')
    ? known
      ? invitationTexts.wrong
      : invitationTexts.takenEmail
    : isProblem(error, 'too_many_attempts')
      ? signInTexts.wait(error.retryAfterSeconds ?? 1)
      : undefined;
  if (told === undefined) return <Trouble error={beyondFields(error, FIELDS)} />;
  return (
    <Alert color="red" role="alert">
      {told}
    </Alert>
  );
}
