import { useMemo } from 'react';
import { useMembersById } from '../../../api/members-query.ts';
import { useTokensById } from '../../../api/tokens-query.ts';
import type { AuditEntry, Member, Token } from '../../../api/types.ts';
import { namesInLog } from './names-in-log.ts';

/** The tokens and members behind the ids in the log, including revoked tokens. */
export interface Names {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly members: ReadonlyMap<string, Member>;
  /** The names of former members in the log. */
  readonly past: ReadonlyMap<string, string>;
}

export function useNames(entries: readonly AuditEntry[]): Names {
  const past = useMemo(() => namesInLog(entries), [entries]);
  return { tokens: useTokensById() ?? new Map(), members: useMembersById() ?? new Map(), past };
}
