import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import { ignoreNotFound } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import type { Invitation } from '../../../api/types.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { ActionCell, Cell, Row } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { actors } from '../../../texts/actors.ts';
import { members as words } from '../../../texts/people.ts';
import { shared as texts } from '../../../texts/shared.ts';

interface InvitationProps {
  readonly invitation: Invitation;
}

export function InvitationRow({ invitation }: InvitationProps) {
  const { invitation_id: id, email, role, created_by, by_name, expires_at } = invitation;
  return (
    <Row id={id}>
      <Cell>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {email ?? words.anyone}
        </Text>
      </Cell>
      <Cell label={words.role}>
        <Text size="sm">{texts.roles[role]}</Text>
      </Cell>
      <Cell label={words.invitedBy}>
        <Text size="sm">
          {by_name ?? (created_by === 'operator' ? actors.operator : words.program)}
        </Text>
      </Cell>
      <Cell label={words.expires}>
        <Time at={expires_at} />
      </Cell>
      <ActionCell>
        <Withdraw invitation={invitation} />
      </ActionCell>
    </Row>
  );
}

function Withdraw({ invitation: { invitation_id: id, email } }: InvitationProps) {
  const app = useApp();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      call('DELETE', 'invitations/{invitation_id}', { app, params: { invitation_id: id } }).catch(
        // Already used or withdrawn: the list shows which.
        ignoreNotFound,
      ),
    onSuccess: async () => {
      notifications.show({ message: words.withdrawn, color: 'teal' });
      await queries.invalidateQueries(membersQuery(app));
    },
  });
  const who = email ?? words.anyone;
  return (
    <ConfirmButton
      action={words.withdraw}
      name={words.withdrawOf(who)}
      title={words.withdrawTitle}
      mutation={withdraw}
    >
      {email === null ? words.withdrawAnyone : words.withdrawText(email)}
    </ConfirmButton>
  );
}
