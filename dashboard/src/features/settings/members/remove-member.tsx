import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Me, Member } from '../../../api/types.ts';
import { meQuery, useMay } from '../../../app/session.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { tellMemberFault } from './member-fault.ts';
import type { MemberProps } from './member-props.ts';
import { membersQuery } from './members-query.ts';

/** Takes somebody out of the app; whoever takes themselves out leaves the page too. */
export function RemoveMember({ app, member }: MemberProps) {
  const may = useMay('owner');
  const [asking, { open, close }] = useDisclosure(false);
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
      call<Member>('DELETE', `members/${member.member_id}`, { app, ifMatch: member.etag }),
    onSuccess: async () => {
      notifications.show({ message: words.removed(name), color: 'teal' });
      if (member.own) await leave();
    },
    onError: (error) => {
      // Somebody else has removed them: that is what was wanted.
      if (!isProblem(error, 'not_found')) tellMemberFault(error, name);
    },
    onSettled: async () => {
      close();
      if (member.own) return;
      await queries.invalidateQueries({ queryKey: ['audit', app] });
      await queries.invalidateQueries(membersQuery(app));
    },
  });
  return (
    <>
      <Allowed role="owner">
        <Button
          variant="default"
          size="xs"
          disabled={!may}
          onClick={open}
          aria-label={member.own ? `${words.leave} ${app}` : words.removeOf(name)}
        >
          {member.own ? words.leave : words.remove}
        </Button>
      </Allowed>
      <Confirm
        opened={asking}
        title={member.own ? words.removeSelfTitle(app) : words.removeTitle(name)}
        action={member.own ? words.leave : words.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        {member.own ? words.removeSelfText(app) : words.removeText(app)}
      </Confirm>
    </>
  );
}
