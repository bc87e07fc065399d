import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { linkHistory } from '../../actions/links/link-history.ts';
import { problems } from '../documented.ts';
import { codeParams, MANAGE_PROBLEMS } from './managed-link.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from './paging.ts';

const fields = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description });

export const HistorySchema = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          at: Type.String({ description: 'RFC 3339, UTC.' }),
          by: Type.String({ description: 'The id of a token, or `operator` for a command.' }),
          action: Type.Enum(['change', 'delete', 'give-back']),
          before: fields('What it was, of what is different.'),
          after: fields('What it became.'),
        },
        { additionalProperties: false },
      ),
    ),
    next_cursor: nextCursor,
  },
  { $id: 'History', additionalProperties: false },
);

export const historySchema = {
  operationId: 'getSmartlinkHistory',
  summary: 'Who changed what of a smart link, the youngest first',
  tags: ['Management'],
  security: [{ token: [] }],
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
    const { entries, next } = await linkHistory(ctx, request.actor.appId, code, wanted);
    // What was changed is JSON text already, and stays as it is.
    const shown = entries.map(({ createdAt, actor, action, before, after }) => {
      const head = JSON.stringify({ at: new Date(createdAt).toISOString(), by: actor, action });
      return `${head.slice(0, -1)},"before":${before ?? 'null'},"after":${after ?? 'null'}}`;
    });
    return sendPage(reply, 'entries', `[${shown.join()}]`, next);
  };
}
