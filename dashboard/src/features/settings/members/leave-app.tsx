import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { ignoreNotFound } from '../../../api/problem.ts';
import { meQuery, useApp } from '../../../api/session.ts';
import type { Member } from '../../../api/types.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { shownName } from '../../../lib/shown-name.ts';
import { members as words } from '../../../texts/people.ts';
import { showMemberError } from './show-member-error.ts';

interface LeaveAppProps {
  /** The signed-in user. */
  readonly member: Member;
}

/** Ends the user's own membership, with any role, and leaves the pages of the app. */
export function LeaveApp({ member }: LeaveAppProps) {
  const app = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    // An owner may have already removed the user.
    mutationFn: () => call('DELETE', 'membership', { app }).catch(ignoreNotFound),
    onSuccess: async () => {
      notifications.show({ message: words.left(app), color: 'teal' });
      removeOwnApp(queries, app);
      await navigate({ to: '/' });
      dropApp(queries, app);
    },
    onError: (error) => showMemberError(error, shownName(member)),
  });
  return (
    <ConfirmButton
      needs="viewer"
      action={words.leave}
      name={words.leaveOf(app)}
      title={words.leaveTitle(app)}
      mutation={leave}
      errorShown
    >
      {member.role === 'owner' ? words.leaveTextOfOwner(app) : words.leaveText(app)}
    </ConfirmButton>
  );
}

/** The user is no longer a member of the app. */
function removeOwnApp(queries: QueryClient, app: string): void {
  queries.setQueryData(
    meQuery.queryKey,
    (me) => me && { ...me, apps: me.apps.filter(({ name }) => name !== app) },
  );
}

/** Drops the data of the app. Its name is the second part of the key of each query about it. */
function dropApp(queries: QueryClient, app: string): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === app });
}
