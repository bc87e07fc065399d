import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditEntry, Member, Token } from '../../../api/types.ts';
import { membersQuery } from '../members/members-query.ts';
import { tokensQuery } from '../tokens/tokens-query.ts';
import { namesInLog } from './names-in-log.ts';

/** The tokens and members behind the ids in the log, including revoked tokens. */
export interface Names {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly members: ReadonlyMap<string, Member>;
  /** The names of former members in the log. */
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
