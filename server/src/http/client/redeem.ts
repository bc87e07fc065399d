import { Type } from 'typebox';
import { redeem } from '../../actions/redemptions/redeem.ts';
import { MetadataSchema } from '../../domain/link/metadata.ts';
import { parseRedeemRequest, RedeemRequestSchema } from '../../domain/link/redemption.ts';
import { parsedBody, sentJson } from '../body.ts';
import { JSON_TYPE, type Endpoint } from '../endpoint.ts';
import { component, refTo, nullable } from '../../domain/text/shapes.ts';

export const RedemptionSchema = component(
  'Redemption',
  {
    code: Type.String(),
    metadata: nullable(
      refTo(MetadataSchema),
      'The metadata at the time of the first grant of this id; `null` if the link has none.',
    ),
    redemptions: Type.Integer({
      minimum: 1,
      description: 'How often the link was redeemed, including this redemption.',
    }),
    redeem_limit: nullable(
      Type.Integer({ minimum: 1 }),
      'How often the link can be redeemed; `null`: no limit.',
    ),
  },
  {
    examples: [
      { code: 'H7kTq2Rb', metadata: { coupon: 'WELCOME' }, redemptions: 1, redeem_limit: 1 },
    ],
  },
);

const body = parsedBody(RedeemRequestSchema, parseRedeemRequest);

/**
 * The response is prepared text: the same bytes for each retry. A handler of its own, because that of `endpoint` takes a
 * tenth more CPU time for each redemption.
 */
export const redeemEndpoint: Endpoint = {
  method: 'POST',
  path: '/client/v1/redemptions',
  callers: 'platform-token',
  id: 'redeem',
  tag: 'Client',
  summary: 'Redeem a smart link',
  description:
    'Returns the metadata, at most as often as `redeem_limit` allows. The same `redemption_id` again gets the first response, byte for byte, and does not count: retry whenever no response arrived.',
  body,
  responses: { 200: { description: 'Granted, now or before.', schema: RedemptionSchema } },
  problems: [
    'not_found',
    'redeem_limit_reached',
    'gone',
    'expired',
    'too_early',
    'redemption_id_reused',
    'too_many_misses',
    'too_many_redemptions',
  ],
  limit: ({ limitRedemptions }) => limitRedemptions,
  handler:
    ({ ctx, tokenMisses }) =>
    async (request, reply) => {
      const wanted = body.read(sentJson(request, body.schema), ctx.own());
      const answer = await redeem(ctx, request.actor, wanted, (lookUp) =>
        tokenMisses.guard(request, lookUp),
      );
      return reply.headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' }).send(answer);
    },
};
