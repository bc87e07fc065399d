import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { ledgerDocument } from '../../../actions/documents/ledger-document.ts';
import { giveBack } from '../../../actions/redemptions/give-back.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

export const giveBackSchema = {
  operationId: 'giveBackRedemption',
  summary: 'Give a redemption back',
  description:
    'It counts no more, so another one can be granted in its place. The entry stays in the ledger; its id keeps the answer that it got. Giving back twice changes nothing.',
  tags: ['Management'],
  params: Type.Object({
    code: Type.String({ description: 'The code of the link.' }),
    redemption_id: Type.String({ description: 'As it stands in the ledger.' }),
  }),
  response: {
    200: {
      description: 'It is given back.',
      content: { 'application/json': { schema: { $ref: 'LedgerEntry#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function giveBackHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code, redemption_id: id } = request.params as { code: string; redemption_id: string };
    const entry = await giveBack(ctx, editorOf(request), code, id);
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(ledgerDocument(entry));
  };
}
