import { Type } from 'typebox';
import { listAppAudit } from '../../../actions/apps/list-audit.ts';
import { endpoint } from '../../endpoint.ts';
import { auditEntry, auditText } from '../links/history.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';

export const AuditLogSchema = component('AuditLog', {
  entries: Type.Array(
    closedObject({
      what: Type.String({
        description:
          '`smartlink:<code>`, `token:<token_id>`, `member:<member_id>`, `invitation:<invitation_id>`, `webhook:<webhook_id>` or `app`.',
      }),
      ...auditEntry,
    }),
  ),
  next_cursor: nextCursor,
});

export const auditLogEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/audit-log',
  callers: 'viewer',
  id: 'getAuditLog',
  summary: 'List the audit log of the app',
  description:
    'Each entry says who changed what, when, and the values before and after. Newest first.',
  query: pageQuery,
  responses: { 200: { description: 'A page of the log.', schema: AuditLogSchema } },
  async handle({ ctx, appId, query }) {
    const page = await listAppAudit(ctx, appId, pageRequest(query));
    return pageText('entries', page, (entry) => auditText({ what: entry.subject }, entry));
  },
});
