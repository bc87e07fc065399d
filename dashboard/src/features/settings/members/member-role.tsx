import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import type { ChangedMember, Member, Role } from '../../../api/types.ts';
import { meQuery, useApp, useMay } from '../../../api/session.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { showMemberError } from './show-member-error.ts';
import { RoleSelect } from './role-select.tsx';

export interface MemberProps {
  readonly member: Member;
  /** The member was removed or has another role; they may still have tokens and webhooks. */
  readonly onChanged: (changed: ChangedMember) => void;
}

/** The role of a member; owners can change it in the list. */
export function MemberRole({ member, onChanged }: MemberProps) {
  const app = useApp();
  const may = useMay('owner');
  const [selected, setSelected] = useState<Role>();
  const queries = useQueryClient();
  const name = shownName(member);
  const change = useMutation({
    mutationFn: (role: Role) =>
      call('PATCH', 'members/{member_id}', {
        app,
        params: { member_id: member.member_id },
        body: { role },
        ifMatch: member.etag,
      }),
    onSuccess: ({ data }) => {
      notifications.show({
        message: words.roleChanged(name, texts.roles[data.role]),
        color: 'teal',
      });
      if (!member.own) onChanged(data);
    },
    onError: (error) => showMemberError(error, name),
    onSettled: async () => {
      setSelected(undefined);
      await queries.invalidateQueries(membersQuery(app));
      if (member.own) await queries.invalidateQueries(meQuery);
    },
  });
  if (!may) return <Text size="sm">{texts.roles[member.role]}</Text>;
  return (
    <>
      <RoleSelect
        aria-label={words.roleOf(name)}
        size="xs"
        w={120}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        // Lowering your own role cannot be undone.
        onChange={(role) => (member.own ? setSelected(role) : change.mutate(role))}
      />
      <Confirm
        opened={selected !== undefined}
        title={words.lowerSelfTitle}
        action={words.lowerSelf}
        busy={change.isPending}
        onConfirm={() => selected !== undefined && change.mutate(selected)}
        onClose={() => setSelected(undefined)}
      >
        {words.lowerSelfText(selected === undefined ? '' : texts.roles[selected])}
      </Confirm>
    </>
  );
}
