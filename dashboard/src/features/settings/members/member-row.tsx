import { Badge, Box, Group, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ActionCell, Cell, Row } from '../../../components/rows.tsx';
import { Time } from '../../../components/time.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { LeaveApp } from './leave-app.tsx';
import type { MemberProps } from './member-props.ts';
import { MemberRole } from './member-role.tsx';
import { RemoveMember } from './remove-member.tsx';

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
