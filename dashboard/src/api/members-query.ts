import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './call.ts';
import type { Member, Members } from './schema.ts';
import { useApp } from './session.ts';

/** The members of an app and its pending invitations. */
export function membersQuery(app: string) {
  return queryOptions({
    queryKey: ['members', app],
    queryFn: ({ signal }) => get('members', { app, signal }),
  });
}

/** The members of the app by id, for their names; undefined while they load and if they are not `needed`. */
export function useMembersById(needed = true) {
  return useQuery({ ...membersQuery(useApp()), enabled: needed, select: byId }).data;
}

function byId({ members }: Members): ReadonlyMap<string, Member> {
  return new Map(members.map((member) => [member.member_id, member]));
}
