import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import type { NewInvitation, Role } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { useInvalidFocus } from '../../../components/invalid-focus.ts';
import { SECRET_REQUEST } from '../../../components/secret-request.ts';
import { Secret } from '../../../components/secret.tsx';
import { ShownOnce, type DialogProps } from '../../../components/shown-once.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { unassignedError, fieldIssues } from '../../../lib/issues.ts';
import { fullTime } from '../../../lib/time.ts';
import { members as words } from '../../../texts/people.ts';
import { RoleSelect } from './role-select.tsx';
import type { CreateFormProps } from '../create-form-props.ts';

const FIELDS = { '/email': 'email', '/role': 'role' };

/** Creates an invitation and shows its link once. The service does not send email. */
export function Invite({ opened, onClose }: DialogProps) {
  return (
    <ShownOnce<NewInvitation>
      opened={opened}
      onClose={onClose}
      title={words.inviteTitle}
      form={(onCreated) => <InviteForm onCreated={onCreated} onClose={onClose} />}
      createdTitle={() => words.createdTitle}
      done={words.kept}
    >
      {({ email, address, expires_at: until }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words.createdText(email)}
          </Text>
          <Secret label={words.address} value={address} />
          <Hint>{words.onceText(fullTime(until))}</Hint>
        </>
      )}
    </ShownOnce>
  );
}

function InviteForm({ onCreated, onClose }: CreateFormProps<NewInvitation>) {
  const app = useApp();
  const queries = useQueryClient();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'editor' },
  });
  const invite = useMutation({
    mutationKey: SECRET_REQUEST,
    mutationFn: ({ email, role }: typeof form.values) =>
      call('POST', 'invitations', { app, body: { email: email.trim(), role } }),
    onSuccess: async ({ data }) => {
      onCreated(data);
      await queries.invalidateQueries(membersQuery(app));
    },
    onError: (error) =>
      form.setErrors(
        isProblem(error, 'already_member')
          ? { email: words.alreadyMember }
          : fieldIssues(error, FIELDS),
      ),
  });
  const focus = useInvalidFocus(invite.error);
  const alreadyMember = isProblem(invite.error, 'already_member');
  return (
    <form ref={focus.form} onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack>
        {!alreadyMember && <ErrorAlert error={unassignedError(invite.error, FIELDS)} />}
        <TextInput
          label={words.email}
          description={words.emailHint}
          type="email"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <RoleSelect
          label={words.role}
          description={words.may[form.values.role]}
          comboboxProps={{ width: 'target' }}
          {...form.getInputProps('role')}
          value={form.values.role}
        />
        <FormActions submit={words.submit} busy={invite.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
