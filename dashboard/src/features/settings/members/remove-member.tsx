import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { membersQuery } from '../../../api/members-query.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Me } from '../../../api/types.ts';
import { meQuery, useApp } from '../../../api/session.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { showMemberError } from './show-member-error.ts';
import type { MemberProps } from './member-props.ts';

/** Removes a member from the app; users who remove themselves also leave the page. */
export function RemoveMember({ member, onChanged }: MemberProps) {
  const app = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = shownName(member);
  const leave = async (): Promise<void> => {
    queries.setQueryData(meQuery.queryKey, (me: Me | undefined) =>
      me === undefined ? me : { ...me, apps: me.apps.filter((one) => one.name !== app) },
    );
    await navigate({ to: '/' });
  };
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE', 'members/{member_id}', {
        app,
        params: { member_id: member.member_id },
        ifMatch: member.etag,
      }),
    onSuccess: async ({ data }) => {
      notifications.show({ message: words.removed(name), color: 'teal' });
      if (member.own) await leave();
      else onChanged(data);
    },
    onError: (error) => {
      // Someone else has already removed the member.
      if (!isProblem(error, 'not_found')) showMemberError(error, name);
    },
    onSettled: async () => {
      if (member.own) return;
      await queries.invalidateQueries(membersQuery(app));
    },
  });
  return (
    <ConfirmButton
      action={member.own ? words.leave : words.remove}
      name={member.own ? `${words.leave} ${app}` : words.removeOf(name)}
      title={member.own ? words.removeSelfTitle(app) : words.removeTitle(name)}
      mutation={remove}
      errorShown
    >
      {member.own ? words.removeSelfText(app) : words.removeText(app)}
    </ConfirmButton>
  );
}
