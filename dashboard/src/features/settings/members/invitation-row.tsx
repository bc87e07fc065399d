import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Invitation } from '../../../api/types.ts';
import { useMay } from '../../../app/session.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { ActionCell, Cell, Row } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { members as words } from '../../../texts/people.ts';
import * as texts from '../../../texts/texts.ts';
import { membersQuery } from './members-query.ts';

interface InvitationProps {
  readonly app: string;
  readonly invitation: Invitation;
}

export function InvitationRow({ app, invitation }: InvitationProps) {
  const { invitation_id: id, email, role, created_by, by_name, expires_at } = invitation;
  return (
    <Row id={id}>
      <Cell>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {email ?? words.anybody}
        </Text>
      </Cell>
      <Cell label={words.role}>
        <Text size="sm">{texts.roles[role]}</Text>
      </Cell>
      <Cell label={words.invitedBy}>
        <Text size="sm">
          {by_name ?? (created_by === 'operator' ? words.operator : words.program)}
        </Text>
      </Cell>
      <Cell label={words.expires}>
        <Time at={expires_at} />
      </Cell>
      <ActionCell>
        <Withdraw app={app} invitation={invitation} />
      </ActionCell>
    </Row>
  );
}

function Withdraw({ app, invitation: { invitation_id: id, email } }: InvitationProps) {
  const may = useMay('owner');
  const [asking, { open, close }] = useDisclosure(false);
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      call('DELETE', `invitations/${id}`, { app }).catch((error: unknown) => {
        // Used or withdrawn meanwhile: the list will say which.
        if (!isProblem(error, 'not_found')) throw error;
      }),
    onSuccess: async () => {
      close();
      notifications.show({ message: words.withdrawn, color: 'teal' });
      await queries.invalidateQueries({ queryKey: ['audit', app] });
      await queries.invalidateQueries(membersQuery(app));
    },
  });
  const who = email ?? words.anybody;
  return (
    <>
      <Allowed role="owner">
        <Button
          variant="default"
          size="xs"
          disabled={!may}
          onClick={open}
          aria-label={words.withdrawOf(who)}
        >
          {words.withdraw}
        </Button>
      </Allowed>
      <Confirm
        opened={asking}
        title={words.withdrawTitle}
        action={words.withdraw}
        busy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate()}
        onClose={close}
      >
        {email === null ? words.withdrawAnybody : words.withdrawText(email)}
      </Confirm>
    </>
  );
}
