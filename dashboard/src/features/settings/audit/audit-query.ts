import { parse } from 'lossless-json';
import { callText } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import type { AuditLog } from '../../../api/types.ts';

/** The audit log of an app, newest first, page by page. Numbers keep all their digits. */
export function auditQuery(app: string) {
  return pagedQuery(
    ['audit', app],
    async (page) => parse((await callText('audit-log', { app, ...page })).data) as AuditLog,
  );
}
