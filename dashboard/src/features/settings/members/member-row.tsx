import { Badge, Box, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { ActionCell, Cell, Row } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { LeaveApp } from './leave-app.tsx';
import { MemberRole, type MemberProps } from './member-role.tsx';
import { showMemberError } from './show-member-error.ts';

export function MemberRow({ member, onChanged }: MemberProps) {
  const { member_id: id, email, own, joined_at, last_seen_at } = member;
  const marked = useLocation({ select: ({ hash }) => hash === id });
  return (
    <Row id={id} marked={marked}>
      <Cell>
        <Box miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {shownName(member)}
            </Text>
            {own && <Badge size="sm">{words.you}</Badge>}
          </Group>
          {member.name !== '' && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Text>
          )}
        </Box>
      </Cell>
      <Cell label={words.role}>
        <MemberRole member={member} onChanged={onChanged} />
      </Cell>
      <Cell label={words.joined}>
        <Time at={joined_at} />
      </Cell>
      <Cell label={words.seen}>
        <Time at={last_seen_at} never={words.never} />
      </Cell>
      <ActionCell>
        {own ? (
          <LeaveApp member={member} />
        ) : (
          <RemoveMember member={member} onChanged={onChanged} />
        )}
      </ActionCell>
    </Row>
  );
}

/** Removes another member from the app. */
function RemoveMember({ member, onChanged }: MemberProps) {
  const app = useApp();
  const queries = useQueryClient();
  const name = shownName(member);
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE', 'members/{member_id}', {
        app,
        params: { member_id: member.member_id },
        ifMatch: member.etag,
      }),
    onSuccess: ({ data }) => {
      notifications.show({ message: words.removed(name), color: 'teal' });
      onChanged(data);
    },
    onError: (error) => {
      // Someone else has already removed the member.
      if (!isProblem(error, 'not_found')) showMemberError(error, name);
    },
    onSettled: () => queries.invalidateQueries(membersQuery(app)),
  });
  return (
    <ConfirmButton
      action={words.remove}
      name={words.removeOf(name)}
      title={words.removeTitle(name)}
      mutation={remove}
      errorShown
    >
      {words.removeText(app)}
    </ConfirmButton>
  );
}
