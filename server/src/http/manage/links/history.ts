import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { linkHistory, type ListedAudit } from '../../../actions/links/link-history.ts';
import { AUDIT_ACTIONS } from '../../../domain/app/audit.ts';
import { problems } from '../../documented.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from '../paging.ts';

const fields = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description });

/** What an entry says of a change, wherever it is listed. */
export const auditEntry = {
  at: Type.String({ description: 'RFC 3339, UTC.' }),
  by: Type.String({ description: 'The id of a token or a member, or `operator` for a command.' }),
  by_name: Type.Union([Type.String(), Type.Null()], {
    description: 'The name, or else the e-mail address, of a member; `null` for all others.',
  }),
  action: Type.Enum([...AUDIT_ACTIONS]),
  before: fields('What it was, of what is different.'),
  after: fields('What it became.'),
};

export const HistorySchema = Type.Object(
  {
    entries: Type.Array(Type.Object(auditEntry, { additionalProperties: false })),
    next_cursor: nextCursor,
  },
  { $id: 'History', additionalProperties: false },
);

export const historySchema = {
  operationId: 'getSmartlinkHistory',
  summary: 'List the changes of a smart link',
  description:
    'Each entry says who changed what, when, and the values before and after. Newest first.',
  tags: ['Management'],
  params: codeParams,
  querystring: pageQuery,
  response: {
    200: {
      description: 'A page of the history.',
      content: { 'application/json': { schema: { $ref: 'History#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function historyHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const wanted = readPageRequest(request);
    const page = await linkHistory(ctx, request.actor.appId, code, wanted);
    return sendPage(reply, 'entries', page, (entry) => auditText({}, entry));
  };
}

/** An entry behind some members of its own. What was changed is JSON text already, and stays as it is. */
export function auditText(
  own: object,
  { createdAt, actor, byName, action, before, after }: ListedAudit,
): string {
  const at = new Date(createdAt).toISOString();
  const head = JSON.stringify({ ...own, at, by: actor, by_name: byName, action });
  return `${head.slice(0, -1)},"before":${before ?? 'null'},"after":${after ?? 'null'}}`;
}
