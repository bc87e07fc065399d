import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditEntry, Member, Token } from '../../../api/types.ts';
import { membersQuery } from '../members/members-query.ts';
import { tokensQuery } from '../tokens/tokens-query.ts';
import { namesInLog } from './names-in-log.ts';

/** What ids of the log stand for; tokens that are revoked are among them. */
export interface Names {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly members: ReadonlyMap<string, Member>;
  /** What the log calls those who are no members any more. */
  readonly past: ReadonlyMap<string, string>;
}

export function useNames(app: string, entries: readonly AuditEntry[]): Names {
  const tokens = useQuery(tokensQuery(app)).data?.tokens;
  const members = useQuery(membersQuery(app)).data?.members;
  return useMemo(
    () => ({
      tokens: new Map(tokens?.map((token) => [token.token_id, token])),
      members: new Map(members?.map((member) => [member.member_id, member])),
      past: namesInLog(entries),
    }),
    [tokens, members, entries],
  );
}
