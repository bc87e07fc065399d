import { Type } from 'typebox';
import { ledgerDocument } from '../../../actions/documents/ledger-document.ts';
import { listRedemptions } from '../../../actions/redemptions/list-redemptions.ts';
import { endpoint } from '../../endpoint.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { codeParams } from './managed-link.ts';
import { component, nullable } from '../../../domain/text/shapes.ts';

const time = { description: 'RFC 3339, UTC.' };

export const LedgerEntrySchema = component('LedgerEntry', {
  redemption_id: Type.String(),
  token_id: Type.String({ description: 'The token of the app that redeemed.' }),
  redeemed_at: Type.String(time),
  redemptions: Type.Integer({ description: 'The count after this redemption.' }),
  redeem_limit: nullable(Type.Integer(), 'The limit at that time.'),
  given_back_at: nullable(Type.String(time)),
  given_back_by: nullable(
    Type.String(),
    'The id of a server token or a member, or `operator` for a command.',
  ),
});

export const LedgerSchema = component('Ledger', {
  redemptions: Type.Array(Type.Unsafe({ $ref: 'LedgerEntry#' })),
  next_cursor: nextCursor,
});

export const ledgerEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/redemptions',
  callers: 'viewer',
  id: 'listRedemptions',
  summary: 'List the redemptions of a smart link',
  description: 'All granted redemptions, including undone ones. Newest first.',
  params: codeParams,
  query: pageQuery,
  responses: { 200: { description: 'A page of redemptions.', schema: LedgerSchema } },
  async handle({ ctx, appId, params, query }) {
    const page = await listRedemptions(ctx, appId, params.code, pageRequest(query));
    return pageText('redemptions', page, (entry) => JSON.stringify(ledgerDocument(entry)));
  },
});
