import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { ledgerDocument } from '../../../actions/documents/ledger-document.ts';
import { listRedemptions } from '../../../actions/redemptions/list-redemptions.ts';
import { problems } from '../../documented.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from '../paging.ts';

const time = { description: 'RFC 3339, UTC.' };

export const LedgerEntrySchema = Type.Object(
  {
    redemption_id: Type.String(),
    token_id: Type.String({ description: 'The token that redeemed.' }),
    redeemed_at: Type.String(time),
    redemptions: Type.Integer({ description: 'The count that this one made.' }),
    redeem_limit: Type.Union([Type.Integer(), Type.Null()], { description: 'The limit then.' }),
    given_back_at: Type.Union([Type.String(time), Type.Null()]),
    given_back_by: Type.Union([Type.String(), Type.Null()], {
      description: 'The id of a server token or a member, or `operator` for a command.',
    }),
  },
  { $id: 'LedgerEntry', additionalProperties: false },
);

export const LedgerSchema = Type.Object(
  {
    redemptions: Type.Array(Type.Unsafe({ $ref: 'LedgerEntry#' })),
    next_cursor: nextCursor,
  },
  { $id: 'Ledger', additionalProperties: false },
);

export const ledgerSchema = {
  operationId: 'listRedemptions',
  summary: 'List the redemptions of a smart link',
  description: 'Every granted redemption, those that were given back included. Newest first.',
  tags: ['Management'],
  params: codeParams,
  querystring: pageQuery,
  response: {
    200: {
      description: 'A page of the ledger.',
      content: { 'application/json': { schema: { $ref: 'Ledger#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function ledgerHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const wanted = readPageRequest(request);
    const page = await listRedemptions(ctx, request.actor.appId, code, wanted);
    return sendPage(reply, 'redemptions', page, (entry) => JSON.stringify(ledgerDocument(entry)));
  };
}
