import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import { shownName } from '../../../lib/shown-name.ts';

/** The tokens of the app by id. */
export function tokenNamesQuery(app: string) {
  return queryOptions({
    queryKey: ['token-names', app],
    queryFn: async ({ signal }) => {
      const { tokens } = await get('tokens', { app, signal });
      return new Map(tokens.map((token) => [token.token_id, token]));
    },
    staleTime: 60_000,
  });
}

/** The names of the members of the app by id. */
export function memberNamesQuery(app: string) {
  return queryOptions({
    queryKey: ['member-names', app],
    queryFn: async ({ signal }) => {
      const { members } = await get('members', { app, signal });
      return new Map(members.map((member) => [member.member_id, shownName(member)]));
    },
    staleTime: 60_000,
  });
}
