import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { listMetadataVersions } from '../../../actions/links/link-metadata.ts';
import { problems } from '../../documented.ts';
import { auditEntry } from './history.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from '../paging.ts';

export const MetadataVersionsSchema = Type.Object(
  {
    versions: Type.Array(
      Type.Object(
        {
          version: Type.Integer({ minimum: 1 }),
          current: Type.Boolean({ description: 'It is what the link has now.' }),
          at: auditEntry.at,
          by: auditEntry.by,
          by_name: auditEntry.by_name,
        },
        { additionalProperties: false },
      ),
    ),
    next_cursor: nextCursor,
  },
  { $id: 'MetadataVersions', additionalProperties: false },
);

export const metadataVersionsSchema = {
  operationId: 'listSmartlinkMetadataVersions',
  summary: 'List the versions of the metadata',
  description:
    'Who saved each version and when; the documents themselves are read one by one. Newest first.',
  tags: ['Management'],
  params: codeParams,
  querystring: pageQuery,
  response: {
    200: {
      description: 'A page of versions.',
      content: { 'application/json': { schema: { $ref: 'MetadataVersions#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function metadataVersionsHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const wanted = readPageRequest(request);
    const page = await listMetadataVersions(ctx, request.actor.appId, code, wanted);
    return sendPage(reply, 'versions', page, ({ version, current, createdAt, actor, byName }) =>
      JSON.stringify({
        version,
        current,
        at: new Date(createdAt).toISOString(),
        by: actor,
        by_name: byName,
      }),
    );
  };
}
