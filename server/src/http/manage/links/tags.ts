import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { listTags, MAX_FOUND_TAGS } from '../../../actions/links/list-tags.ts';
import { problems } from '../../documented.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { parametersOf, textOf } from '../query-text.ts';

export const KnownTagsSchema = Type.Object(
  { tags: Type.Array(Type.String(), { maxItems: MAX_FOUND_TAGS }) },
  { $id: 'KnownTags', additionalProperties: false, examples: [{ tags: ['print', 'spring'] }] },
);

export const listTagsSchema = {
  operationId: 'listTags',
  summary: 'The tags that links of the app have, in alphabetical order',
  description:
    'For somebody who types one: a hundred at the most, out of 5,000 that are looked at.',
  tags: ['Management'],
  querystring: Type.Object({
    q: Type.Optional(
      Type.String({
        description:
          'Is part of the tag, in capital or small letters. Left out, or empty: any tag.',
      }),
    ),
  }),
  response: {
    200: {
      description: 'The tags.',
      content: { 'application/json': { schema: { $ref: 'KnownTags#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function listTagsHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wanted = parametersOf(request);
    // Nothing is typed yet.
    const text = wanted.q === '' ? undefined : textOf(wanted, 'q');
    const tags = await listTags(ctx, request.actor.appId, text);
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(JSON.stringify({ tags }));
  };
}
