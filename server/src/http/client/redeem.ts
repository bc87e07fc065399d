import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { redeem } from '../../actions/redemptions/redeem.ts';
import type { JsonText } from '../../domain/text/json.ts';
import { fail } from '../../problem.ts';
import { COMMON_PROBLEMS, problems } from '../documented.ts';
import type { Guesses } from '../guesses.ts';

export const RedemptionSchema = Type.Object(
  {
    code: Type.String(),
    metadata: Type.Union(
      [Type.Unsafe<Record<string, unknown>>({ $ref: 'Metadata#' }), Type.Null()],
      {
        description: 'As it stood when this id was first granted; `null` where the link has none.',
      },
    ),
    redemptions: Type.Integer({
      minimum: 1,
      description: 'How often the link was redeemed, this time included.',
    }),
    redeem_limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'How often it can be; `null`: without limit.',
    }),
  },
  {
    $id: 'Redemption',
    additionalProperties: false,
    examples: [
      { code: 'H7kTq2Rb', metadata: { coupon: 'WELCOME' }, redemptions: 1, redeem_limit: 1 },
    ],
  },
);

export const redeemSchema = {
  operationId: 'redeem',
  summary: 'Redeem a smart link',
  description:
    'Hands out the metadata, at most as often as `redeem_limit` says. The same `redemption_id` again gets the first answer, byte for byte, and costs nothing: send it again whenever an answer did not arrive.',
  tags: ['Client'],
  security: [{ token: [] }],
  body: { content: { 'application/json': { schema: { $ref: 'RedeemRequest#' } } } },
  response: {
    200: {
      description: 'Granted, now or before.',
      content: { 'application/json': { schema: { $ref: 'Redemption#' } } },
    },
    ...problems(
      ...COMMON_PROBLEMS,
      'invalid_json',
      'unauthorized',
      'wrong_token_kind',
      'not_found',
      'redeem_limit_reached',
      'gone',
      'payload_too_large',
      'unsupported_media_type',
      'redemption_id_reused',
      'too_many_misses',
    ),
  },
};

export function redeemHandler(ctx: Context, guesses: Guesses) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) {
      fail('invalid_json', 'The body is missing; send "smartlink" and "redemption_id".');
    }
    const answer = await redeem(ctx, request.actor, json, (look) => guesses.guard(request, look));
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(answer);
  };
}
