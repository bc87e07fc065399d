import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Member, Token } from '../../../api/types.ts';
import { membersQuery } from '../members/members-query.ts';
import { tokensQuery } from '../tokens/tokens-query.ts';

/** What ids of the log stand for; those that are gone are in neither. */
export interface Names {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly members: ReadonlyMap<string, Member>;
}

export function useNames(app: string): Names {
  const tokens = useQuery(tokensQuery(app)).data?.tokens;
  const members = useQuery(membersQuery(app)).data?.members;
  return useMemo(
    () => ({
      tokens: new Map(tokens?.map((token) => [token.token_id, token])),
      members: new Map(members?.map((member) => [member.member_id, member])),
    }),
    [tokens, members],
  );
}
