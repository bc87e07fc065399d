import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { resolveLink } from '../../actions/links/resolve-link.ts';
import { COMMON_PROBLEMS, problems } from '../documented.ts';
import type { Guesses } from '../guesses.ts';

export const ResolvedSchema = Type.Object(
  {
    code: Type.String(),
    route: Type.Union([Type.Unsafe({ $ref: 'Route#' }), Type.Null()], {
      description: 'The route for the platform of the token; `null` where none fits.',
    }),
  },
  {
    $id: 'ResolvedLink',
    additionalProperties: false,
    examples: [
      {
        code: 'H7kTq2Rb',
        route: { link: 'com.shop.app://product/5', fallback: 'https://shop.example/p/5' },
      },
    ],
  },
);

export const resolveLinkSchema = {
  operationId: 'resolveSmartlink',
  summary: 'Find the route of a smart link that opened the app',
  description: 'Costs no redemption and shows no metadata.',
  tags: ['Client'],
  security: [{ token: [] }],
  params: Type.Object({ code: Type.String({ description: 'The code of the link.' }) }),
  response: {
    200: {
      description: 'The link.',
      content: { 'application/json': { schema: { $ref: 'ResolvedLink#' } } },
    },
    ...problems(
      ...COMMON_PROBLEMS,
      'unauthorized',
      'wrong_token_kind',
      'not_found',
      'gone',
      'too_many_misses',
    ),
  },
};

export function resolveLinkHandler(ctx: Context, guesses: Guesses) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const resolved = await guesses.guard(request, () => resolveLink(ctx, request.actor, code));
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(resolved);
  };
}
