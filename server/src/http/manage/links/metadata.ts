import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { readMetadata } from '../../../actions/links/link-metadata.ts';
import { fail } from '../../../problem.ts';
import { problems } from '../../documented.ts';
import { versionTag } from '../../etag.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { parametersOf } from '../query-text.ts';

export const metadataSchema = {
  operationId: 'getSmartlinkMetadata',
  summary: 'The metadata of a smart link, byte for byte as it was sent',
  description: 'Numbers, the order of members and white space are those of the request.',
  tags: ['Management'],
  params: codeParams,
  querystring: Type.Object({
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'As it was then; left out: as it is.' }),
    ),
  }),
  response: {
    200: {
      description: 'The document alone; `null` where there is none.',
      headers: {
        etag: { type: 'string', description: 'Of the link as it is, for `If-Match`.' },
      },
      content: {
        'application/json': {
          schema: Type.Union([
            Type.Unsafe<Record<string, unknown>>({ $ref: 'Metadata#' }),
            Type.Null(),
          ]),
        },
      },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function metadataHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const { appId } = request.actor;
    const { link, metadata } = await readMetadata(ctx, appId, code, readVersion(request));
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        etag: versionTag(link.version),
      })
      .send(metadata ?? 'null');
  };
}

function readVersion(request: FastifyRequest): number | undefined {
  const { version } = parametersOf(request);
  if (version === undefined) return undefined;
  // As far as the store can count.
  if (/^[1-9]\d{0,8}$/.test(version)) return Number(version);
  fail('bad_request', 'The version must be a whole number from 1.');
}
