import '../../../components/mantine-more.css';
import { Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { membersQuery } from '../../../api/members-query.ts';
import type { ChangedMember } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';
import { Hint } from '../../../components/hint.tsx';
import { Page } from '../../../components/page.tsx';
import { RoleButton } from '../../../components/role-button.tsx';
import { RoleNote } from '../../../components/role-note.tsx';
import { Rows } from '../../../components/rows.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { members as words } from '../../../texts/people.ts';
import { AccessLeft } from './access-left.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { Invite } from './invite.tsx';
import { MemberRow } from './member-row.tsx';
import { RoleGuide } from './role-guide.tsx';

export function MembersPage() {
  const list = useQuery(membersQuery(useApp()));
  const [inviting, { open, close }] = useDisclosure(false);
  const [left, setLeft] = useState<ChangedMember>();
  const { members = [], invitations = [] } = list.data ?? {};
  return (
    <Page
      title={settingsTexts.pages.members}
      lead={words.lead}
      actions={
        <RoleButton needs="owner" leftSection={<UserPlus size={16} aria-hidden />} onClick={open}>
          {words.invite}
        </RoleButton>
      }
    >
      <RoleNote role="owner" />
      <QueryState query={list} height={280} />
      {members.length > 0 && (
        <Rows
          label={settingsTexts.pages.members}
          columns={[words.person, words.role, words.joined, words.seen]}
          actions={words.remove}
        >
          {members.map((member) => (
            <MemberRow
              key={member.member_id}
              member={member}
              onChanged={(changed) => {
                if (changed.tokens.length + changed.webhooks.length > 0) setLeft(changed);
              }}
            />
          ))}
        </Rows>
      )}
      {invitations.length > 0 && (
        <Stack gap="sm" mt="md" component="section" aria-label={words.pending}>
          <div>
            <Title order={2}>{words.pending}</Title>
            <Hint>{words.pendingLead}</Hint>
          </div>
          <Rows
            label={words.pending}
            columns={[words.person, words.role, words.invitedBy, words.expires]}
            actions={words.withdraw}
          >
            {invitations.map((one) => (
              <InvitationRow key={one.invitation_id} invitation={one} />
            ))}
          </Rows>
        </Stack>
      )}
      {list.isSuccess && <RoleGuide />}
      <AccessLeft member={left} onClose={() => setLeft(undefined)} />
      <Invite opened={inviting} onClose={close} />
    </Page>
  );
}
