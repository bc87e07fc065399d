import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findSmartlinkBases } from '../../actions/apps/find-smartlink-bases.ts';
import type { Context } from '../../actions/context.ts';
import { COMMON_PROBLEMS, problems } from '../documented.ts';

export const ClientAppSchema = Type.Object(
  {
    smartlink_bases: Type.Array(Type.String({ format: 'uri' }), {
      minItems: 1,
      description:
        'The addresses under which smart links of the app open: `{smartlink_base}`, then one for each host of the app. A smart link is one of these, a slash and a code.',
    }),
  },
  {
    $id: 'ClientApp',
    additionalProperties: false,
    examples: [{ smartlink_bases: ['https://link.example', 'https://go.shop.example'] }],
  },
);

export const getClientAppSchema = {
  operationId: 'getClientApp',
  summary: 'Find the addresses under which smart links of the app open',
  description:
    'With these, an app can tell a smart link from any other web address without asking the service. Keep the answer for a day.',
  tags: ['Client'],
  security: [{ token: [] }],
  response: {
    200: {
      description: 'The app of the token.',
      content: { 'application/json': { schema: { $ref: 'ClientApp#' } } },
    },
    ...problems(...COMMON_PROBLEMS, 'unauthorized', 'wrong_token_kind'),
  },
};

/** Hosts change rarely, and an app that misses one for five minutes only opens a browser page. */
const MAX_AGE_SECONDS = 300;

export function getClientAppHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const smartlink_bases = await findSmartlinkBases(ctx, request.actor.appId);
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
        // The answer depends on the app of the token, and has CORS headers only for an origin.
        vary: 'authorization, origin',
      })
      .send({ smartlink_bases });
  };
}
