import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { showMemberError } from './show-member-error.ts';
import type { MemberProps } from './member-props.ts';

/** Removes another member from the app. */
export function RemoveMember({ member, onChanged }: MemberProps) {
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
