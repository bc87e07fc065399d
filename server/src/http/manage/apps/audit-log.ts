import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listAppAudit } from '../../../actions/apps/list-audit.ts';
import type { Context } from '../../../actions/context.ts';
import { problems } from '../../documented.ts';
import { auditEntry, auditText } from '../links/history.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from '../paging.ts';

export const AuditLogSchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          what: Type.String({
            description:
              '`smartlink:<code>`, `token:<token_id>`, `member:<member_id>`, `invitation:<invitation_id>` or `app`.',
          }),
          ...auditEntry,
        },
        { additionalProperties: false },
      ),
    ),
    next_cursor: nextCursor,
  },
  { $id: 'AuditLog', additionalProperties: false },
);

export const auditLogSchema = {
  operationId: 'getAuditLog',
  summary: 'List the audit log of the app',
  description:
    'Each entry says who changed what, when, and the values before and after. Newest first.',
  tags: ['Management'],
  querystring: pageQuery,
  response: {
    200: {
      description: 'A page of the log.',
      content: { 'application/json': { schema: { $ref: 'AuditLog#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function auditLogHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wanted = readPageRequest(request);
    const page = await listAppAudit(ctx, request.actor.appId, wanted);
    return sendPage(reply, 'entries', page, (entry) => auditText({ what: entry.subject }, entry));
  };
}
