import { infiniteQueryOptions } from '@tanstack/react-query';
import { parse } from 'lossless-json';
import { callText } from '../../../api/call.ts';
import type { AuditEntry } from '../../../api/types.ts';

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next_cursor: string | null;
}

/** The audit log of an app, the youngest first, page by page. Numbers in it keep all their digits. */
export function auditQuery(app: string) {
  return infiniteQueryOptions({
    queryKey: ['audit', app],
    queryFn: async ({ pageParam, signal }) => {
      const query = { cursor: pageParam };
      return parse((await callText('audit-log', { app, query, signal })).data) as AuditPage;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}
