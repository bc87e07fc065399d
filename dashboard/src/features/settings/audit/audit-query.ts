import { infiniteQueryOptions } from '@tanstack/react-query';
import { parse } from 'lossless-json';
import { BY_CURSOR } from '../../../api/by-cursor.ts';
import { callText } from '../../../api/call.ts';
import type { AuditLog } from '../../../api/schema.ts';

/** The audit log of an app, newest first, page by page. Numbers keep all their digits. */
export function auditQuery(app: string) {
  return infiniteQueryOptions({
    queryKey: ['audit', app],
    queryFn: async ({ pageParam, signal }) => {
      const query = { cursor: pageParam };
      return parse((await callText('audit-log', { app, query, signal })).data) as AuditLog;
    },
    ...BY_CURSOR,
  });
}
